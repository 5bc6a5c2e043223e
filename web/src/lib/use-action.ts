import { useRef, useState } from 'react'
import { accountProblemText } from './account-texts.ts'
import type { ProblemText } from './form-texts.ts'

/** What a button does: once at a time, with a word when it fails. */
export function useAction(
  action: () => Promise<unknown>,
  wordsOf: (error: unknown) => ProblemText = accountProblemText,
) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemText | null>(null)
  const isUnderWay = useRef(false)

  async function work(): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { isBusy, problem, run: () => void work() }
}
