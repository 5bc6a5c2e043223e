import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'

/** The plan among the offers. A visitor who is signed out logs in on the way, and comes back to the plan. */
export function UnlimitedOffer({ price, texts }: { price: ReactNode; texts: ReactNode }) {
  return (
    <section className="ticket flex flex-col" aria-label="Unlimited">
      <div className="ticket__part">
        <div className="ticket__head">
          <h2 className="ticket__title">Unlimited</h2>
          <p className="price">
            {price}
            <small>per month</small>
          </p>
        </div>
      </div>
      <div className="perf" />
      <div className="ticket__part grow grid-rows-[auto_1fr_auto]">
        <p className="flex min-h-7.5 items-center gap-2 font-bold">
          <Shape name="walk" className="[--size:14px]" />
          Every park you choose
        </p>
        <p className="text-ink-2">
          Alerts by email and push in every park where you choose rides. For as long as you like: cancel any
          time. It belongs to an account. {texts}
        </p>
        <div>
          <ButtonLink quiet to="/plan">
            Get Unlimited
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
