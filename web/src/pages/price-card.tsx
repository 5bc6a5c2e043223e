import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PriceFigure } from '../features/settings/figures.tsx'
import { pricesQuery } from '../features/settings/queries.ts'
import { dollars } from '../lib/money.ts'
import { Link } from '../ui/link.tsx'
import { PricingCard } from '../ui/pricing-card.tsx'

const FEATURES = [
  'All rides of one park',
  'Your own limit for each ride',
  'Walk-on alerts for at least 3 rides, or your money back',
  '“Ride reopened” alerts, if you want them',
]

/** The offers of the home page. Texts are recommended where they are sold, which is taken for granted until billing has answered. */
export function PriceCard() {
  const { data } = useQuery(pricesQuery)
  const sellsTexts = data?.smsEnabled ?? true
  return (
    <PricingCard
      recommended
      title={sellsTexts ? 'Daily SMS Alerts' : 'Daily Email Alerts'}
      price={
        <PriceFigure place="$5" missing="–">
          {({ smsDayCents, emailDayCents }) => dollars(sellsTexts ? smsDayCents : emailDayCents)}
        </PriceFigure>
      }
      description={
        sellsTexts
          ? 'A text the minute a ride you chose is short, some two minutes later if the text network stalls. Works with one bar of signal.'
          : 'An email the minute a ride you chose is short, and a push on your devices if you like.'
      }
      features={FEATURES}
    >
      <ul className="grid gap-x-12 gap-y-4 border-t border-line pt-6 md:grid-cols-2">
        {sellsTexts && (
          <OtherOffer
            name="Daily Email Alerts"
            price={
              <PriceFigure place="$1" missing="–">
                {({ emailDayCents }) => dollars(emailDayCents)}
              </PriceFigure>
            }
            per="per day"
          >
            FREE with a promo code
          </OtherOffer>
        )}
        <OtherOffer
          name={<Link to="/plan">Unlimited</Link>}
          price={
            <PriceFigure place="$15" missing="–">
              {({ unlimitedMonthCents }) => dollars(unlimitedMonthCents)}
            </PriceFigure>
          }
          per="per month"
        >
          All parks, every day.{' '}
          <PriceFigure place="From the 4th SMS day it costs less." missing="">
            {(prices) => cheaperFromWords(prices)}
          </PriceFigure>
        </OtherOffer>
      </ul>
    </PricingCard>
  )
}

type OtherOfferProps = { name: ReactNode; price: ReactNode; per: string; children: ReactNode }

const OtherOffer = ({ name, price, per, children }: OtherOfferProps) => (
  <li>
    <div className="tier tier--small">
      <h4 className="tier__name">{name}</h4>
      <p className="tier__price">
        {price}
        <small>{per}</small>
      </p>
    </div>
    <p className="text-14 text-ink-2">{children}</p>
  </li>
)

type Prices = { smsEnabled: boolean; smsDayCents: number; emailDayCents: number; unlimitedMonthCents: number }

/** Returns the day from which on the plan costs less than single days. */
export function cheaperFromWords(prices: Prices): string {
  const { smsEnabled, smsDayCents, emailDayCents, unlimitedMonthCents } = prices
  const day = Math.floor(unlimitedMonthCents / (smsEnabled ? smsDayCents : emailDayCents)) + 1
  return `From the ${ordinal(day)} ${smsEnabled ? 'SMS' : 'email'} day it costs less.`
}

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (count: number) => `${count}${SUFFIXES[ORDINALS.select(count)] ?? 'th'}`
