import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { RolePage } from './role-page.tsx'

/** What is open to admins. */
export function AdminPage() {
  return (
    <RolePage role="admin">
      {() => (
        <>
          <Section title="Promo codes" text="Make a code, see how often it was used, or retire it.">
            <ButtonLink quiet className="justify-self-start" to="/admin/promo-codes">
              Open promo codes
            </ButtonLink>
          </Section>
          <Section title="Affiliate applications" text="Read who wants to join the affiliate program.">
            <ButtonLink quiet className="justify-self-start" to="/admin/affiliates">
              Open applications
            </ButtonLink>
          </Section>
          <Section title="Rankings" text="Add and delete rides, food, and experiences.">
            <p className="text-ink-2">Coming with Park Ratings &amp; Rankings.</p>
          </Section>
        </>
      )}
    </RolePage>
  )
}
