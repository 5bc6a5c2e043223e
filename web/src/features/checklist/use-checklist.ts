import type { ChecklistChange } from '@walkon/contracts/checklist-rule'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { changeProblem } from './checklist-words.ts'
import { checklistQuery } from './queries.ts'
import { sendWaiting } from './send-waiting.ts'
import { withWaiting } from './shown-list.ts'
import { addWaiting, onWaiting, parseWaiting, readWaiting } from './waiting-changes.ts'

type WithoutTime<Change> = Change extends ChecklistChange ? Omit<Change, 'madeAt'> : never
export type ChecklistAct = WithoutTime<ChecklistChange>

/** The list of a park with each change shown at once. A refused change is taken back, with the reason in `problem`. */
export function useChecklist(caller: Caller, parkId: string) {
  const answered = useQuery(checklistQuery(caller, parkId))
  const waiting = parseWaiting(useSyncExternalStore(onWaiting, () => readWaiting(caller.key)))
  const { isAway, problem, clearProblem } = useSending(caller)
  return {
    list:
      answered.data &&
      withWaiting(
        answered.data,
        waiting.filter((change) => change.parkId === parkId),
      ),
    answered,
    problem,
    /** How many changes wait for a signal; 0 while they can be sent. */
    waitingCount: isAway ? waiting.length : 0,
    change: (act: ChecklistAct) => {
      clearProblem()
      addWaiting(caller.key, { ...act, id: crypto.randomUUID(), parkId, madeAt: Date.now() })
    },
  }
}

function useSending(caller: Caller) {
  const queryClient = useQueryClient()
  const [isAway, setAway] = useState(false)
  const [problem, setProblem] = useState<ProblemText | null>(null)
  useEffect(
    () =>
      sendWaiting(caller, {
        onReach: setAway,
        onSaved: async (parkId, list) => {
          const { queryKey } = checklistQuery(caller, parkId)
          // An answer that was asked for before knows nothing of these changes.
          await queryClient.cancelQueries({ queryKey })
          queryClient.setQueryData(queryKey, list)
        },
        onRefused: (parkId, kind, error) => {
          setProblem(changeProblem(kind, error))
          void queryClient.invalidateQueries({ queryKey: checklistQuery(caller, parkId).queryKey })
        },
      }),
    [caller, queryClient],
  )
  return { isAway, problem, clearProblem: () => setProblem(null) }
}
