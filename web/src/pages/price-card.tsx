import { useQuery } from '@tanstack/react-query'
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
      <dl className="grid gap-x-12 gap-y-4 border-t border-line pt-6 md:grid-cols-2">
        <div>
          <dt className="font-display font-bold">
            Email alerts,{' '}
            <PriceFigure place="$1" missing="less">
              {({ emailDayCents }) => dollars(emailDayCents)}
            </PriceFigure>{' '}
            per day
          </dt>
          <dd className="text-14 text-ink-2">FREE with a promo code</dd>
        </div>
        <div>
          <dt className="font-display font-bold">
            <Link to="/plan">Unlimited</Link>,{' '}
            <PriceFigure place="$15" missing="one price">
              {({ unlimitedMonthCents }) => dollars(unlimitedMonthCents)}
            </PriceFigure>{' '}
            per month
          </dt>
          <dd className="text-14 text-ink-2">
            All parks, every day.{' '}
            <PriceFigure place="From the 4th SMS day it costs less." missing="">
              {(prices) => cheaperFromWords(prices)}
            </PriceFigure>
          </dd>
        </div>
      </dl>
    </PricingCard>
  )
}

type Prices = { smsEnabled: boolean; smsDayCents: number; emailDayCents: number; unlimitedMonthCents: number }

/** From which day on the plan costs less than single days. */
export function cheaperFromWords(prices: Prices): string {
  const { smsEnabled, smsDayCents, emailDayCents, unlimitedMonthCents } = prices
  const day = Math.floor(unlimitedMonthCents / (smsEnabled ? smsDayCents : emailDayCents)) + 1
  return `From the ${ordinal(day)} ${smsEnabled ? 'SMS' : 'email'} day it costs less.`
}

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (count: number) => `${count}${SUFFIXES[ORDINALS.select(count)] ?? 'th'}`
