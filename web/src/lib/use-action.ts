import { useRef, useState } from 'react'
import type { ProblemText } from './form-texts.ts'
import { problemText } from './problem-texts.ts'

/** Runs a button's action once at a time, with a word if it fails. */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  wordsOf: (error: unknown) => ProblemText = problemText,
) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemText | null>(null)
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)

  async function work(args: Args): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await action(...args)
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { isBusy, problem, run: (...args: Args) => void work(args) }
}
