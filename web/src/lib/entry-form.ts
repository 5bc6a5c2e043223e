import { zodResolver } from '@hookform/resolvers/zod'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { useRef, useState, type FormEvent, type SubmitEvent } from 'react'
import { useForm, type FieldValues, type Path, type PathValue, type RegisterOptions } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { ApiError } from './api.ts'
import { entryProblemText } from './entry-texts.ts'
import { useWakingForm } from './waking-form.tsx'
import type { ProblemText } from './form-texts.ts'
import { problemText } from './problem-texts.ts'

export type FormRules<Values extends FieldValues> = {
  /** The entries by the names of their inputs, from top to bottom. */
  schema: ZodMiniType<Values, Values>
  /** Rejects when the server refuses; the entries stay. */
  send: (values: Values) => Promise<unknown>
  /** The server's codes that are about one field. */
  fieldOfCode?: { [Code in ProblemCode]?: Path<Values> }
  /** The words for a refusal. Without it, those of lib/problem-texts.ts. */
  toText?: (error: unknown) => ProblemText
  /** The words for the keys of the schema's checks, in addition to those of every form. */
  entryTexts?: Record<string, ProblemText>
  /** Initial entries, such as the filter in the address. When they change, they replace the fields. */
  values?: Values
}

/** A form with its entries checked by a schema. Its inputs keep their own values, as password managers expect. It is sent once at a time. */
export function useEntryForm<Values extends FieldValues>(rules: FormRules<Values>) {
  const { register, handleSubmit, setValue, setError, clearErrors, getFieldState, reset, formState } =
    useForm<Values>({
      resolver: zodResolver(rules.schema),
      reValidateMode: 'onSubmit',
      ...(rules.values && { values: rules.values }),
    })
  const waking = useWakingForm()
  const [failure, setFailure] = useState<ProblemText | null>(null)
  // Two clicks can come before the first one has been drawn.
  const isUnderWay = useRef(false)

  async function send(values: Values): Promise<void> {
    try {
      await rules.send(values)
    } catch (error) {
      const text = (rules.toText ?? problemText)(error)
      const fields: Record<string, Path<Values> | undefined> = rules.fieldOfCode ?? {}
      const field = error instanceof ApiError ? fields[error.code] : undefined
      if (field) setError(field, { type: text.title, message: text.text }, { shouldFocus: true })
      else setFailure(text)
    }
  }

  /** A password manager may fill an input in without an event. */
  function readInputs(form: HTMLFormElement): void {
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string') setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)
    }
  }

  return {
    isBusy: formState.isSubmitting,
    /** A failure that belongs to no field. */
    failure,
    /** Empties the form. */
    clear: () => reset(),
    field: (name: Path<Values>, options?: RegisterOptions<Values>) => {
      const { error } = getFieldState(name, formState)
      return { ...register(name, options), problem: error && entryProblemText(error, rules.entryTexts) }
    },
    form: {
      noValidate: true,
      ...waking,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (isUnderWay.current) return
        isUnderWay.current = true
        setFailure(null)
        readInputs(event.currentTarget)
        void handleSubmit(send)(event).finally(() => {
          isUnderWay.current = false
        })
      },
      // A select that is redrawn at its `input` event has its former entry again at `change`.
      onChange: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        clearErrors(name as Path<Values>)
      },
    },
  }
}

/** Connects an input of a form by its name. */
export type EntryField<Values extends FieldValues> = ReturnType<typeof useEntryForm<Values>>['field']
