import type { PlantedBug } from './planted-bug.ts'

const SPEND = 'services/notifier/src/use-cases/plans/spend-plan-texts.test.ts'
const NOT_SENT = 'services/notifier/src/use-cases/plans/texts-not-sent.test.ts'
const CHOOSE = 'services/notifier/src/use-cases/alerts/choose-messages.ts'
const CHOOSE_TEST = 'services/notifier/src/use-cases/alerts/choose-messages.test.ts'

/** The texts of a plan: their budget, and alerts that come again. */
export const PLAN_TEXT_BUGS: PlantedBug[] = [
  {
    name: 'a month of texts that is counted in memory alone',
    changes: [
      {
        file: 'services/notifier/src/db/plans/plan-text-months.ts',
        replace: 'set texts_used = r."textsUsed"',
        with: 'set texts_used = m.texts_used',
      },
    ],
    run: [SPEND],
    red: ['a month has as many texts as the setting says, and then emails'],
  },
  {
    name: 'a month of texts that is spent before the budgets of all texts are asked',
    changes: [
      {
        file: 'services/notifier/src/use-cases/plans/spend-plan-texts.ts',
        replace:
          'if (month.textsUsed >= perMonth || (await texts.spend(number)) !== null) return false\n      month.textsUsed += 1',
        with: 'if (month.textsUsed++ >= perMonth || (await texts.spend(number)) !== null) return false',
      },
    ],
    run: [SPEND],
    red: ['a text of a plan spends nothing of the month where the budgets of all texts refuse it'],
  },
  {
    name: 'a text in place of an email that does not say so',
    changes: [
      {
        file: CHOOSE,
        replace: '{ way: number, fresh, replacesMail: true, isOfPlan: true }',
        with: '{ way: number, fresh, replacesMail: false, isOfPlan: true }',
      },
    ],
    run: [CHOOSE_TEST],
    red: [
      'an alert that was texted brings nothing when it comes again, with the number, plan or month removed',
    ],
  },
  {
    name: 'a text of a pass that does not stand for that of the plan',
    changes: [
      {
        file: CHOOSE,
        replace: 'text.replacesMail ||= text.way.address === number.address',
        with: 'text.replacesMail ||= false',
      },
    ],
    run: [CHOOSE_TEST],
    red: ['a pass’s text that stood for that of the plan is followed by no email'],
  },
  {
    name: 'a queued text that still goes to a number which was removed',
    changes: [
      {
        file: 'services/notifier/src/db/deliveries/leases.ts',
        replace: "when due.lost_its_number then 'suppressed'",
        with: '',
      },
    ],
    run: [NOT_SENT],
    red: [
      'a text of a plan that was sending when its number was removed, and must be sent again, goes by email',
      'a text of a plan that was unknown when its number was removed, and must be sent again, goes by email',
    ],
  },
  {
    name: 'a text that ends when it is leased, and whose alerts go nowhere',
    changes: [
      {
        file: 'services/notifier/src/use-cases/deliveries/send-deliveries.ts',
        replace: 'await mailUnsent(tx, taken.unsent)',
        with: '',
      },
    ],
    run: [NOT_SENT],
    red: [
      'a text that was sending when its number stopped, and must be sent again, goes by email',
      'a text that was unknown when its number stopped, and must be sent again, goes by email',
    ],
  },
]
