import type { QuietHours as Hours } from '@walkon/contracts/http/alert-preferences'
import { object, refine, regex, string } from 'zod/mini'
import { useEntryForm } from '../../lib/entry-form.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'
import { useToast } from '../../ui/toast.tsx'
import { hoursWords } from './hours-words.ts'
import type { Preferences } from './preferences.ts'

const timeEntry = () => string().check(regex(/^\d\d:\d\d$/, { error: 'time' }))
const HOURS = object({ from: timeEntry(), until: timeEntry() }).check(
  refine(({ from, until }) => from !== until, { error: 'sameTime', path: ['until'] }),
)
const ENTRY_TEXTS = {
  time: { title: 'Time needed', text: 'Please choose a time.' },
  sameTime: {
    title: 'Same time twice',
    text: 'Please choose another end. To turn a park off, use its switch.',
  },
}
/** The first hours of the fields, before any are set. */
const A_NIGHT: Hours = { from: '22:00', until: '08:00' }

export function QuietHours({ preferences }: { preferences: Preferences }) {
  const { query, setQuietHours } = preferences
  const say = useToast()
  return (
    <Section
      title="Quiet hours"
      text="No alerts between these times, on any channel, every day. After quiet hours, you hear about rides that are short then."
    >
      {!query.data && (
        <Failure
          title="Error loading quiet hours"
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {query.data && (
        <QuietHoursForm
          quietHours={query.data.quietHours}
          onSave={async (hours) => {
            await setQuietHours(hours)
            say(
              hours
                ? { title: 'Quiet hours saved', text: `No alerts from ${hoursWords(hours)}, park time.` }
                : { title: 'Quiet hours are off' },
            )
          }}
        />
      )}
    </Section>
  )
}

type QuietHoursFormProps = { quietHours: Hours | null; onSave: (hours: Hours | null) => Promise<void> }

function QuietHoursForm({ quietHours, onSave }: QuietHoursFormProps) {
  const { form, field, failure, isBusy } = useEntryForm({
    schema: HOURS,
    entryTexts: ENTRY_TEXTS,
    send: onSave,
  })
  const turnOff = useAction(() => onSave(null))
  const shown = quietHours ?? A_NIGHT
  // Hours that were set in another tab take the place of what the fields show.
  const key = `${shown.from} ${shown.until}`
  return (
    <form {...form} className="grid gap-4">
      <p className="font-bold" aria-live="polite">
        {quietHours ? `On: from ${hoursWords(quietHours)}, in the park’s time.` : 'Off'}
      </p>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          key={`from ${key}`}
          {...field('from')}
          label="From"
          type="time"
          defaultValue={shown.from}
        />
        <TextField
          key={`until ${key}`}
          {...field('until')}
          label="Until"
          type="time"
          defaultValue={shown.until}
        />
      </div>
      <p className="text-14 text-ink-2">In the park’s time. They may go past midnight.</p>
      <FormProblem problem={failure ?? turnOff.problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" quiet busy={isBusy}>
          {quietHours ? 'Save quiet hours' : 'Turn on quiet hours'}
        </Button>
        {quietHours && (
          <Button quiet busy={turnOff.isBusy} onClick={turnOff.run}>
            Turn off
          </Button>
        )}
      </div>
    </form>
  )
}
