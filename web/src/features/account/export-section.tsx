import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'
import { KEEPERS, type Keeper } from '../../lib/keepers.ts'
import { exportData } from './queries.ts'

/** The data of each service, as a visitor calls them. */
const WORDS: Record<Keeper, string> = {
  identity: 'your account',
  alerts: 'your alerts',
  billing: 'your passes',
  notifications: 'our emails to you',
  rankings: 'your ratings and reviews',
  flights: 'your fare alerts',
  planner: 'your planner',
}

/** Everything that we keep of the visitor, in one file. */
export function ExportSection({ caller }: { caller: Caller }) {
  const [missing, setMissing] = useState<Keeper[] | null>(null)
  const download = useAction(async () => {
    setMissing(null)
    const now = new Date()
    const file = await exportData(caller, now)
    if (Object.keys(file.data).length > 0) {
      saveFile(`walkon-${now.toISOString().slice(0, 10)}.json`, JSON.stringify(file, null, 2))
    }
    setMissing(file.missing)
  })
  return (
    <Section
      title="Export"
      text="All the data we hold about you, in one JSON file."
      value="Everything we keep about you"
      act="Get it"
    >
      <FormProblem problem={missing && missing.length > 0 ? missingText(missing) : download.problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={download.isBusy} onClick={download.run}>
          {download.isBusy ? 'Collecting' : 'Download my data'}
        </Button>
        <p aria-live="polite">{missing?.length === 0 && 'Your file is complete.'}</p>
      </div>
    </Section>
  )
}

function missingText(missing: Keeper[]): ProblemText {
  const names = missing.map((keeper) => WORDS[keeper])
  if (missing.length === KEEPERS.length) {
    return { title: 'Nothing could be collected', text: 'We could not reach the server. Please try again.' }
  }
  return {
    title: 'The file is incomplete',
    text: `It is missing ${new Intl.ListFormat('en').format(names)}. Please try again for the rest.`,
  }
}
