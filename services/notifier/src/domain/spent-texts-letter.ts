import type { Letter } from '@walkon/contracts/letter'
import type { TextMonth } from './text-month.ts'

/** Says that the texts of a plan's month are used up, and when they begin again. */
export function toSpentTextsLetter({ month, nextMonthAt }: TextMonth, textsPerMonth: number): Letter {
  const ofMonth = `${textsPerMonth} texts for ${MONTH.format(new Date(month))}`
  const nextMonth = DAY.format(nextMonthAt)
  const again = `Texts begin again by themselves on ${nextMonth}. There is nothing you need to do.`
  return {
    kind: 'letter',
    name: 'plan-texts-spent',
    subject: `Your alerts come by email until ${nextMonth}`,
    preheader: `Your plan’s ${ofMonth} are used up.`,
    about: ['Your Unlimited plan'],
    heading: `Your plan’s ${ofMonth} are used up`,
    paragraphs: [`Until ${nextMonth}, your alerts come to this email address instead. ${again}`],
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    further: [{ label: 'Your plan', path: '/plan' }],
    reason: 'You’re getting this because your Unlimited plan texts you about short waits.',
    shortText: `Your plan’s ${ofMonth} are used up. Alerts come by email until ${nextMonth}.`,
    whenUnsubscribed: {
      subject: `Your plan’s ${ofMonth} are used up`,
      heading: `Your plan’s ${ofMonth} are used up`,
      paragraphs: [again, `Turn alert emails on if you want your alerts until ${nextMonth}.`],
      further: [{ label: 'Your plan', path: '/plan' }],
    },
  }
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
