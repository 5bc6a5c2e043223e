import { useState } from 'react'
import { minLength, object, string } from 'zod/mini'
import { useEntryForm } from '../../lib/entry-form.ts'
import { parkDateAt, parkDayAt } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { explainDay } from './explain-day.ts'
import { explainSilence } from './explain.ts'
import { instantAt } from './park-instant.ts'
import { readHistory } from './queries.ts'
import { QUESTION, QuestionAnswer } from './question-answer.tsx'
import type { Question } from './question.ts'
import type { Visitor } from './visitor.ts'

type WhyFormProps = { visitor: Visitor; cooldownMinutes: number; now: Date }

/** Without a time the whole day is meant. */
const entries = object({
  ride: string(),
  date: string().check(minLength(1, { error: 'date' })),
  time: string(),
})

const ENTRY_TEXTS = { date: { title: 'Day required', text: 'Choose the day that the visitor means.' } }

/** “Why did I get nothing at that time?” */
export function WhyForm({ visitor, cooldownMinutes, now }: WhyFormProps) {
  const [answer, setAnswer] = useState<string | null>(null)
  const choices = listChoices(visitor)
  const [first] = choices
  const { form, field, failure, isBusy } = useEntryForm({
    schema: entries,
    send: async ({ ride, date, time }) => {
      setAnswer(null)
      const choice = choices.find((entry) => keyOf(entry) === ride)
      if (choice) setAnswer(await answerOf(visitor, { ...choice, cooldownMinutes }, date, time))
    },
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <div className="grid gap-2">
      {first ? (
        <form {...form} aria-label="Why nothing came" className={QUESTION}>
          <div className="min-w-0 sm:w-72">
            <SelectField
              {...field('ride')}
              label="Why did I get nothing for"
              defaultValue={newestOf(visitor, choices)}
            >
              {choices.map((choice) => (
                <option key={keyOf(choice)} value={keyOf(choice)}>
                  {choice.rideName}, {choice.park}
                </option>
              ))}
            </SelectField>
          </div>
          <TextField
            {...field('date')}
            type="date"
            label="on"
            defaultValue={parkDateAt(now, first.timezone)}
          />
          <TextField {...field('time')} type="time" label="at (park time)" hint="empty: all day" />
          <Button quiet type="submit" busy={isBusy} className="sm:mt-6">
            {isBusy ? 'Looking' : 'Answer'}
          </Button>
        </form>
      ) : (
        <p>This visitor has never watched a ride, so no wait could alert them.</p>
      )}
      <FormProblem problem={failure} />
      <QuestionAnswer answer={answer} />
    </div>
  )
}

/** The answer for a minute of a day; for the whole day if none was entered. */
async function answerOf(
  visitor: Visitor,
  lane: Omit<Question, 'at' | 'history'>,
  date: string,
  time: string,
): Promise<string> {
  if (time === '') {
    const now = new Date()
    if (date > parkDateAt(now, lane.timezone)) return 'That day has not come yet.'
    // After midnight the park is in the day before, until 4 am.
    const today = parkDayAt(now, lane.timezone)
    const history = await readHistory(lane.rideId, date > today ? today : date)
    return explainDay(visitor, { ...lane, history })
  }
  const at = instantAt(date, time, lane.timezone)
  if (at > new Date()) return 'That moment has not come yet.'
  const history = await readHistory(lane.rideId, parkDayAt(at, lane.timezone))
  return explainSilence(visitor, { ...lane, at, history })
}

/** The rides that are watched now are first. */
const listChoices = ({ watches, subscriptions }: Visitor) =>
  watches
    .toSorted((one, other) => Number(other.active) - Number(one.active))
    .map(({ subscriptionId, rideId, rideName }) => {
      const park = subscriptions.find(({ id }) => id === subscriptionId)
      return {
        subscriptionId,
        rideId,
        rideName: rideName ?? 'A ride',
        timezone: park?.timezone ?? 'UTC',
        park: park?.parkName ?? '',
      }
    })

/** The ride of the newest alert, which most questions are about. */
const newestOf = ({ alerts }: Visitor, choices: ReturnType<typeof listChoices>): string | undefined => {
  const chosen = new Set(choices.map(keyOf))
  return alerts.map(keyOf).findLast((key) => chosen.has(key))
}

const keyOf = ({ subscriptionId, rideId }: { subscriptionId: string; rideId: string }) =>
  `${subscriptionId} ${rideId}`
