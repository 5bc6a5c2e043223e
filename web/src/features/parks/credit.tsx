import type { ReactNode } from 'react'

/** Stands wherever waits are shown. */
export function Credit({ children }: { children?: ReactNode }) {
  return (
    <p className="text-14 text-ink-2">
      Powered by{' '}
      <a className="text-inherit hover:text-ink" href="https://themeparks.wiki" rel="noopener">
        ThemeParks.wiki
      </a>
      . {children} Walkon is not affiliated with the park operators.
    </p>
  )
}
