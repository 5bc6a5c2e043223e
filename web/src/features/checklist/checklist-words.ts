import type { ChecklistChange } from '@walkon/contracts/checklist-rule'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { plannerProblem } from '../../lib/planner-words.ts'

/** The words of the specification (companion, section 8). */
export const FETCH_FAILED = 'Failed to fetch checklist items'

const FAILED: Record<ChecklistChange['kind'], string> = {
  add: 'Failed to add ride to checklist',
  complete: 'Failed to update ride status',
  reopen: 'Failed to update ride status',
  remove: 'Failed to remove ride from checklist',
  reset: 'Failed to reset checklist',
  'add-all': 'Failed to add all rides to checklist',
}

const ADDS = new Set<ChecklistChange['kind']>(['add', 'add-all'])

/** Why a change was taken back. */
export function changeProblem(kind: ChecklistChange['kind'], error: unknown): ProblemText {
  const isSignedOut = error instanceof ApiError && error.status === 401
  return {
    title: FAILED[kind],
    text: isSignedOut && ADDS.has(kind) ? 'User not authenticated' : plannerProblem(error).text,
  }
}

/** "1 change waits", "3 changes wait". */
export const waitingWords = (count: number): string =>
  count === 1 ? '1 change is waiting for a signal' : `${count} changes are waiting for a signal`
