export type KeptEntries = {
  /** Enters them into the same fields, as a visitor does. */
  fillIn: (form: Element) => void
}

const textFields = (within: Element) => [...within.querySelectorAll<HTMLInputElement>('input[name]')]

/** What was typed into the fields of prerendered HTML, and which of them has the focus. */
export function keepEntries(within: Element): KeptEntries {
  const typed = textFields(within).filter(({ value }) => value !== '')
  const focused = textFields(within).find((field) => field === document.activeElement)
  return {
    fillIn(form) {
      const fieldLike = ({ name }: HTMLInputElement) => textFields(form).find((field) => field.name === name)
      for (const field of typed) {
        const target = fieldLike(field)
        if (target) enter(target, field.value)
      }
      if (focused) fieldLike(focused)?.focus({ preventScroll: true })
    },
  }
}

/** React compares with the value that it has set itself: only the setter of the browser makes the event an entry. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
