import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import { Link } from '../../ui/link.tsx'
import { Shape } from '../../ui/shape.tsx'

export function GuaranteeStrip() {
  return (
    <section className="night" aria-labelledby="promise">
      <div className="page grid items-center gap-x-16 gap-y-8 py-[clamp(48px,7vw,88px)] lg:pt-36 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h2
            id="promise"
            className="text-[clamp(1.75rem,1rem+3.4vw,4rem)]! leading-none! font-stretch-112% tracking-[-0.035em]!"
          >
            Walk-on alerts for at least 3 rides, or your money back.
          </h2>
          <p className="mt-5 max-w-[56ch] text-18 text-on-night-2">
            A walk-on is typically 5 minutes or less. We count the alerts, not you: when a paid day pass ends
            with fewer than 3 rides, the refund goes out by itself. {NEWS_ALONE}{' '}
            <Link to="/how-we-do">How we’re doing</Link>
          </p>
        </div>
        <div className="flex gap-3 text-night-go [&>.shape]:text-night-go [&>.shape]:[--size:clamp(56px,8vw,104px)]">
          <Shape name="walk" />
          <Shape name="walk" />
          <Shape name="walk" />
        </div>
      </div>
    </section>
  )
}
