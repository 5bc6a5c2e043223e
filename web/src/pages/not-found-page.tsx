import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from './page-head.tsx'

export function NotFoundPage() {
  useTitle('Page Not Found | Walkon')
  return (
    <div className="page pb-24">
      <PageHead title="Page Not Found" lede="There is nothing at this address, or not yet.">
        <ButtonLink to="/" className="justify-self-start">
          Return to Home
        </ButtonLink>
      </PageHead>
    </div>
  )
}
