import { suppressionReport, type SuppressionReport } from '@walkon/contracts/http/ways'
import { useState } from 'react'
import { request, type Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { dayWords } from '../../lib/day-words.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'

const lookUp = (caller: Caller, email: string) =>
  request(suppressionReport, '/notifications/suppressions/look-up', {
    method: 'POST',
    body: { email },
    caller,
  })

/** The mail provider's holds on mail to the address, asked for on demand. */
export function ProviderLists({ caller, email }: { caller: Caller; email: string }) {
  const [report, setReport] = useState<SuppressionReport | null>(null)
  const { isBusy, problem, run } = useAction(async () => setReport(await lookUp(caller, email)))
  return (
    <section
      aria-labelledby="provider-lists"
      className={`grid justify-items-start gap-2 ${report ? '' : 'print:hidden'}`}
    >
      <h3 id="provider-lists" className="text-16! leading-6!">
        Lists of the mail provider
      </h3>
      <Button quiet small className="print:hidden" busy={isBusy} onClick={run}>
        {isBusy ? 'Asking' : 'Ask the mail provider'}
      </Button>
      <FormProblem problem={problem} />
      <div aria-live="polite" className="grid gap-1 text-14">
        {report && <Report report={report} />}
      </div>
    </section>
  )
}

function Report({ report: { keepsLists, listed, checks } }: { report: SuppressionReport }) {
  const [newest] = checks
  return (
    <>
      {!keepsLists && <p>This mailer keeps no list.</p>}
      {keepsLists && listed === null && <p>The provider does not answer now.</p>}
      {listed?.length === 0 && <p>On none of its lists.</p>}
      {listed?.map(({ list, reason, since }) => (
        <p key={list}>
          On its list of {list === 'all' ? 'letters' : list}: {reason}, since {dayWords(since)}
        </p>
      ))}
      {newest && (
        <p className="text-ink-2">
          Last asked {dayWords(newest.requestedAt)}: {newest.outcome ?? 'no answer yet'}
        </p>
      )}
    </>
  )
}
