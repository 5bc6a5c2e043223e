import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { useEffect, useEffectEvent, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { ApiError } from './api.ts'
import { accountProblemText } from './account-texts.ts'
import type { ProblemText } from './problem-texts.ts'

export type FieldProblems<Field extends string> = Partial<Record<Field, ProblemText>>

type FormRules<Field extends string> = {
  /** The names of the inputs, from top to bottom. */
  fields: readonly Field[]
  check: (values: Record<Field, string>) => FieldProblems<Field>
  /** Rejects when the server refuses; what was typed stays. */
  send: (values: Record<Field, string>) => Promise<unknown>
  /** The server's codes that are about one field. */
  fieldOfCode?: { [Code in ProblemCode]?: Field }
  toText?: (error: unknown) => ProblemText
}

/** A form whose inputs keep their own values, as password managers and autofill expect. It is sent once at a time. */
export function useForm<Field extends string>(rules: FormRules<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<FieldProblems<Field>>({})
  const [failure, setFailure] = useState<ProblemText | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Grows with each refusal: the moment to show where it is. */
  const [refusals, setRefusals] = useState(0)
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)

  const focusFirstProblem = useEffectEvent(() => {
    const name = rules.fields.find((field) => problems[field])
    const input = name && form.current?.elements.namedItem(name)
    if (input instanceof HTMLElement) input.focus()
  })
  useEffect(() => {
    if (refusals > 0) focusFirstProblem()
  }, [refusals])

  function refuse(found: FieldProblems<Field>): void {
    setProblems(found)
    setRefusals((count) => count + 1)
  }

  async function submit(values: Record<Field, string>): Promise<void> {
    setFailure(null)
    const found = rules.check(values)
    if (Object.keys(found).length > 0) return refuse(found)
    setProblems({})
    setBusy(true)
    try {
      await rules.send(values)
    } catch (error) {
      const text = (rules.toText ?? accountProblemText)(error)
      const fields: Record<string, Field | undefined> = rules.fieldOfCode ?? {}
      const field = error instanceof ApiError ? fields[error.code] : undefined
      if (field) refuse({ [field]: text } as FieldProblems<Field>)
      else setFailure(text)
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    /** A failure that belongs to no field. */
    failure,
    field: (name: Field) => ({ name, problem: problems[name] }),
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (isUnderWay.current) return
        isUnderWay.current = true
        void submit(readValues(event.currentTarget, rules.fields)).finally(() => {
          isUnderWay.current = false
        })
      },
      onInput: (event: InputEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        setProblems((before) => without(before, name))
      },
    },
  }
}

function without<Field extends string>(problems: FieldProblems<Field>, name: string): FieldProblems<Field> {
  const { [name as Field]: _solved, ...rest } = problems
  return rest as FieldProblems<Field>
}

function readValues<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const data = new FormData(form)
  const values = fields.map((name) => {
    const value = data.get(name)
    return [name, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(values) as Record<Field, string>
}
