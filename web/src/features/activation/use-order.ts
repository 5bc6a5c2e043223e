import type { PriceList } from '@walkon/contracts/http/billing'
import type { NewQuote } from '@walkon/contracts/http/checkouts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { FORM_TEXTS } from '../../lib/form-texts.ts'
import { isOffered } from '../../lib/offers.ts'
import type { Draft, DraftField, DraftProblems } from './draft.ts'
import type { OrderPart, Placed, TakenOrder } from './order-calls.ts'
import type { Refusal } from './order-refusal.ts'
import { parkSpotsQuery, useSoldOut } from './use-sold-out.ts'
import { useEntries } from './use-entries.ts'
import { priceQuery, usePrice } from './use-price.ts'
import { useSending } from './use-sending.ts'
import { useSmsParts } from './use-sms-parts.ts'

export type OrderForm = ReturnType<typeof useOrder>

/** The account that is signed in. */
export type OrderAccount = { email: string; caller: Caller }

type OrderOptions = {
  parkId: string | undefined
  /** Today in the park. */
  today: string
  account: OrderAccount | null
  /** Undefined while they are being asked for, null when they cannot be had. */
  prices: PriceList | null | undefined
  onParkChange: (parkId: string) => void
  page?: OrderPage
}

/** The parts of an order on another page than the home page. */
type OrderPage = Partial<OrderPart> & {
  /** Entries that the page decides instead of the form. */
  fixed?: Partial<Draft>
  /** Checks the entries. */
  check?: Check
}

/** The state of the ticket's form, from the first letter to the server's answer. */
export function useOrder({ parkId, today, account, prices, onParkChange, page = {} }: OrderOptions) {
  const isSmsSold = prices?.smsEnabled === true
  const entries = useEntries({ parkId, ownEmail: account?.email, today, isSmsSold, onParkChange })
  const { appliedCode } = entries
  const draft: Draft = { ...entries.draft, ...page.fixed }
  const caller = account && isSameAddress(draft.email, account.email) ? account.caller : null
  const problems = useProblems()
  const { send, refusal, ...sending } = useSending()
  const { price, codeState, codeProblem } = usePrice(toAsked(draft, appliedCode), prices)
  const sms = useSmsParts(draft.channel === 'sms')
  const soldOut = useSoldOut(parkId, prices)
  const soldOutProblem = toSoldOutProblem(draft, soldOut)
  const queryClient = useQueryClient()
  const { refuse, askPrice, applyCode } = useCode(draft, entries, problems)

  function change<Field extends Exclude<keyof Draft, 'startTime'>>(field: Field, value: Draft[Field]): void {
    entries.enter(field, value)
    void loadCheck()
    if (field !== 'rides') problems.clear(field)
    sending.forget()
  }

  /**
   * Sends the form, or names the missing entries. A code that was typed and not applied is judged first. Resolves with the outcome of an
   * order that needs no payment page.
   */
  async function submit(): Promise<TakenOrder['status'] | undefined> {
    // No visitor agrees to words that were not shown.
    if (sms.isMissing) return undefined
    const check = page.check ?? loadedCheck ?? (await loadCheck())
    const missing = { ...check?.(draft, parkId), ...soldOutProblem }
    if (!parkId) return refuse({ parkId: FORM_TEXTS.park, ...missing })
    if (Object.keys(missing).length > 0) return refuse(missing)
    problems.show({})
    const code = draft.promoCode.trim()
    const askForPrice = () => (code === '' ? null : askPrice(code))
    const placed = await send(() => ({ draft, parkId, caller, price: askForPrice(), page }))
    if (placed && 'problems' in placed) {
      refuse(placed.problems)
      if (placed.code === 'day-sold-out') void queryClient.invalidateQueries(parkSpotsQuery(parkId))
    } else if (placed) entries.forget()
    return toStatus(placed)
  }

  return {
    ...sending,
    parkId,
    draft,
    sms,
    price,
    soldOut,
    problems: { ...soldOutProblem, ...(codeProblem && { promoCode: codeProblem }), ...problems.found },
    /** Grows whenever something was refused, by us or by the server: the moment to show where. */
    refusals: problems.shown,
    change,
    applyCode,
    submit,
    clearProblem: problems.clear,
    /** The request proves the address, so no mail is needed. */
    isProven: caller !== null,
    /** The rides that are ordered; none named are all of the park. */
    watches: page.watches ?? (draft.rides?.parkId === parkId ? draft.rides?.watches : undefined),
    isFree: !isOffered('payments') || price?.totalCents === 0 || codeState === 'unchecked',
    codeState,
    /** A failure that belongs to no field. */
    failure: refusal && !problems.areAny ? { ...refusal.text, code: refusal.code } : null,
  } as const
}

type Judged = { entries: ReturnType<typeof useEntries>; problems: ReturnType<typeof useProblems> }

/** Tries the promo code, and says where something was refused. */
function useCode(draft: Draft, entries: Judged['entries'], problems: Judged['problems']) {
  const queryClient = useQueryClient()

  /** A refused code is not asked for again with each change of the days: it would count as another guess. */
  function refuse(found: DraftProblems): undefined {
    problems.show(found)
    if (found.promoCode) entries.dropCode()
  }

  const askPrice = (code: string) => {
    entries.applyCode(code)
    return queryClient.fetchQuery(priceQuery(toAsked(draft, code))).catch(() => null)
  }

  async function applyCode(typed: string): Promise<void> {
    const code = typed.trim()
    if (code === '') return refuse({ promoCode: FORM_TEXTS.promoCode })
    problems.clear('promoCode')
    const answer = await askPrice(code)
    if (!answer) problems.show({ promoCode: FORM_TEXTS.promoCodeNotApplied })
    else if (answer.refusal?.problems.promoCode) refuse(answer.refusal.problems)
  }

  return { refuse, askPrice, applyCode }
}

const toSoldOutProblem = ({ dates }: Draft, soldOut: string[]): DraftProblems =>
  dates.some((date) => soldOut.includes(date)) ? { dates: FORM_TEXTS.soldOut } : {}

type Check = (draft: Draft, parkId: string | undefined) => DraftProblems

let loadedCheck: Check | undefined

/** Loads the check with the first entry. If the code does not arrive, sending says so: its code is missing too. */
async function loadCheck(): Promise<Check | undefined> {
  loadedCheck = (await import('./check-draft.ts').catch(() => null))?.checkDraft
  return loadedCheck
}

/** Returns the state of an order that needs no payment page. */
const toStatus = (placed: Placed | Refusal | null) =>
  placed && 'status' in placed ? placed.status : undefined

const toAsked = ({ channel, dates }: Draft, promoCode: string | null): NewQuote => ({
  channel,
  days: dates.length,
  ...(promoCode !== null && { promoCode }),
})

const isSameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

/** The problems of the fields. Another channel has other fields and codes. */
function useProblems() {
  const [found, setFound] = useState<DraftProblems>({})
  const [shown, setShown] = useState(0)
  return {
    found,
    shown,
    areAny: Object.keys(found).length > 0,
    show(problems: DraftProblems): void {
      setFound(problems)
      setShown((count) => count + 1)
    },
    clear(field: DraftField | 'channel'): void {
      if (field === 'channel') setFound({})
      else setFound(({ [field]: _solved, ...rest }) => rest)
    },
  }
}
