import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { Shape } from './shape.tsx'

type PricingCardProps = {
  title: string
  /** In dollars, per day. */
  price: ReactNode
  description: ReactNode
  features: string[]
  recommended?: boolean
  ctaText?: string
  ctaLink?: string
  /** Other offers, below. */
  children?: ReactNode
}

/** An offer by the day, as at a ticket booth (core, section 2). */
export function PricingCard({
  title,
  price,
  description,
  features,
  recommended = false,
  ctaText = 'Get Started',
  ctaLink = '/get-alerts',
  children,
}: PricingCardProps) {
  return (
    <div className="grid gap-8 rounded-card border border-line-strong bg-sheet p-[clamp(20px,4vw,48px)]">
      <div className="grid gap-2">
        {recommended && <RecommendedBadge />}
        <div className="tier">
          <h3 className="tier__name">{title}</h3>
          <p className="tier__price">
            {price}
            <small>per day</small>
          </p>
        </div>
        <p className="text-ink-2">{description}</p>
      </div>
      <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-baseline gap-3">
            <Shape name="walk" className="[--size:12px]" />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink wide className="max-w-90" to={ctaLink}>
        {ctaText}
      </ButtonLink>
      {children}
    </div>
  )
}

export const RecommendedBadge = () => (
  <span className="justify-self-start rounded-pill bg-ink px-3 py-1 font-display text-14 font-bold tracking-[0.04em] text-paper">
    RECOMMENDED
  </span>
)
