import { useState } from 'react'
import type { StaffMember } from '@walkon/contracts/http/identity'
import type { Caller } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { exportTrail, type TrailFilter } from './queries.ts'

type ExportTrailProps = { caller: Caller; filter: TrailFilter; staff: StaffMember[] }

/** Saves all entries that fit the filter, also those that are not shown yet. */
export function ExportTrail({ caller, filter, staff }: ExportTrailProps) {
  const [count, setCount] = useState(0)
  const { isBusy, problem, run } = useAction(async () => {
    setCount(0)
    const file = await exportTrail(caller, filter, staff, setCount)
    saveFile(`walkon-audit-${new Date().toISOString().slice(0, 10)}.csv`, file, 'text/csv')
  })
  return (
    <div className="grid justify-items-start gap-2 print:hidden">
      <Button quiet busy={isBusy} onClick={run}>
        {isBusy ? `Reading, ${count.toLocaleString('en-US')} entries so far` : 'Save as CSV'}
      </Button>
      <FormProblem problem={problem} />
    </div>
  )
}
