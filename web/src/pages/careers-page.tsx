import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from './page-head.tsx'

export function CareersPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="There are no open positions right now. When there are, you’ll find them here.">
        <ButtonLink quiet to="/about" className="justify-self-start">
          About Walkon
        </ButtonLink>
      </PageHead>
    </div>
  )
}
