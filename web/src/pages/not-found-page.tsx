import { ButtonLink } from '../ui/button.tsx'
import { Shape } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'

export function NotFoundPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="We can’t find that page. The link may be old, or it has a typo.">
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
