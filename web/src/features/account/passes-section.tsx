import { isOffered } from '../../lib/offers.ts'
import { titleOf } from '../../page-heads.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'

/** The way to the orders. */
export function PassesSection() {
  return (
    <Section
      title="Passes"
      value="Your orders"
      act="See"
      text={`What you ordered with the address of this account${isOffered('payments') ? ', and its receipts' : ''}.`}
    >
      <ButtonLink quiet className="justify-self-start" to="/account/passes">
        {titleOf('/account/passes')}
      </ButtonLink>
    </Section>
  )
}
