import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** In place of a part whose code is gone with its build. The page is not loaded again by itself, under the hands of its visitor. */
export const NewerBuild = ({ children }: { children?: ReactNode }) => (
  <div className="grid justify-items-start gap-2 text-14">
    <p role="alert" className="text-error">
      <b>Walkon was updated.</b> Reload the page to go on. {children}
    </p>
    <Button quiet small onClick={() => location.reload()}>
      Reload the page
    </Button>
  </div>
)
