import { useLocation } from 'react-router-dom'
import { isOffered } from '../lib/offers.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Shape } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'

/** The page of unknown addresses, and of pages that this installation does without: it has no provider for what others have there. */
export function NotFoundPage() {
  const isMissing = isOffered(useLocation().pathname.replace(/\/+$/, ''))
  return (
    <div className="page pb-24">
      <PageHead
        lede={
          isMissing
            ? 'We can’t find that page. The link may be old, or it has a typo.'
            : 'This Walkon doesn’t offer it. The waits of the parks and the alerts for your rides are here.'
        }
      >
        <span className="flex gap-3" aria-hidden="true">
          {(['long', 'moderate', 'short', 'none'] as const).map((name) => (
            <Shape key={name} name={name} className="[--size:40px]" />
          ))}
        </span>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/">Return to Home</ButtonLink>
          <ButtonLink quiet to="/live-wait-times">
            See live wait times
          </ButtonLink>
        </div>
      </PageHead>
    </div>
  )
}
