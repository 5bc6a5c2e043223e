import { NEWSLETTER_WHEN } from '@walkon/contracts/newsletter-words'
import { useAuth } from '../features/auth/use-auth.ts'
import { NewsletterForm } from '../features/newsletter/newsletter-form.tsx'

/** The way to the newsletter: at the end of the home page, and above the links of every other page's footer. */
export function Newsletter({ isInFooter = false }: { isInFooter?: boolean }) {
  const { caller } = useAuth()
  return (
    <section
      className={isInFooter ? `${NEWSLETTER} pb-5` : `page ${NEWSLETTER} border-t border-line py-10`}
      aria-labelledby="newsletter"
      data-offer="newsletter"
    >
      <div className="grid gap-2">
        <h2 id="newsletter" className="text-28 leading-8">
          The Walkon newsletter
        </h2>
        <p className={isInFooter ? 'text-on-night-2' : 'text-ink-2'}>
          We email you {NEWSLETTER_WHEN}. Leave with one tap.
        </p>
      </div>
      <NewsletterForm caller={caller} labelledBy="newsletter" />
    </section>
  )
}

const NEWSLETTER =
  'grid grid-cols-1 items-start gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(320px,480px)]'
