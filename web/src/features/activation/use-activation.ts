import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Caller } from '../../lib/api.ts'
import { checkDraft, refusedFields, type Draft, type DraftField, type DraftProblems } from './draft.ts'
import { activate, checkPromoCode } from './queries.ts'

/** No address entered yet is something else than one that was emptied. */
type Entered = Omit<Draft, 'email'> & { email: string | null }

const NOTHING: Entered = { email: null, dates: [], promoCode: '' }

export type Activation = ReturnType<typeof useActivation>

/** The account that is signed in. */
export type ActivationAccount = { email: string; caller: Caller }

/** The state of the ticket's form, from the first letter to the server's answer. Begins with the address of the account, if there is one. */
export function useActivation(parkId: string | undefined, account: ActivationAccount | null) {
  const [entered, setEntered] = useState(NOTHING)
  const draft: Draft = { ...entered, email: entered.email ?? account?.email ?? '' }
  const caller = account && isSameAddress(draft.email, account.email) ? account.caller : null
  const [problems, setProblems] = useState<DraftProblems>({})
  /** Grows whenever something was refused, by us or by the server: the moment to show where. */
  const [refusals, setRefusals] = useState(0)
  const onError = (error: Error) => refuse(refusedFields(error))
  const activation = useMutation({ mutationFn: activate, onError })
  const codeCheck = useMutation({ mutationFn: checkPromoCode, onError })
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)

  function change<Field extends keyof Draft>(field: Field, value: Draft[Field]): void {
    setEntered((before) => ({ ...before, [field]: value }))
    clearProblem(field)
    activation.reset()
    if (field === 'promoCode') codeCheck.reset()
  }

  function refuse(found: DraftProblems): void {
    setProblems(found)
    setRefusals((count) => count + 1)
  }

  function clearProblem(field: DraftField): void {
    setProblems(({ [field]: _solved, ...rest }) => rest)
  }

  async function once(work: () => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await work().catch(() => undefined)
    isUnderWay.current = false
  }

  function applyCode(): void {
    const { promoCode } = checkDraft(draft, parkId)
    if (promoCode) return refuse({ promoCode })
    clearProblem('promoCode')
    void once(() => codeCheck.mutateAsync(draft.promoCode.trim()))
  }

  /** Sends the form, or says what is missing. */
  function submit(): void {
    const found = checkDraft(draft, parkId)
    if (Object.keys(found).length > 0 || !parkId) return refuse(found)
    setProblems({})
    void once(() => activation.mutateAsync({ activation: toOrder(draft, parkId), caller }))
  }

  return {
    draft,
    problems,
    refusals,
    change,
    applyCode,
    submit,
    clearParkProblem: () => clearProblem('parkId'),
    /** The request proves the address, so no mail is needed. */
    isProven: caller !== null,
    codeState: toCodeState(codeCheck),
    isSending: activation.isPending,
    failure: toFailure(problems, activation.error, codeCheck.error),
    result: activation.data?.status,
    startOver: activation.reset,
  } as const
}

const toOrder = ({ email, dates, promoCode }: Draft, parkId: string) => ({
  email: email.trim(),
  parkId,
  dates: dates.toSorted(),
  promoCode: promoCode.trim(),
})

/** `unchecked`: too many wrong codes were tried from here, or by everybody. The code is judged before the alerts start. */
type CodeState = 'unknown' | 'checking' | 'valid' | 'unchecked'

function toCodeState(check: { isPending: boolean; isSuccess: boolean; error: Error | null }): CodeState {
  if (check.isPending) return 'checking'
  if (check.isSuccess) return 'valid'
  return isTooMany(check.error) ? 'unchecked' : 'unknown'
}

/** A failure that belongs to no field. */
function toFailure(problems: DraftProblems, sending: Error | null, check: Error | null): Error | null {
  if (Object.keys(problems).length > 0) return null
  return sending ?? (isTooMany(check) ? null : check)
}

const isTooMany = (error: Error | null) => error instanceof ApiError && error.code === 'too-many-requests'

const isSameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()
