export type KeptEntries = {
  /** Enters them into the same fields and presses the same buttons, as a visitor does. */
  fillIn: (form: Element) => void
}

const buttons = (within: Element) => [...within.querySelectorAll<HTMLElement>('button, label')]

const textFields = (within: Element) => [...within.querySelectorAll<HTMLInputElement>('input[name]')]

/**
 * What was typed into the fields of prerendered HTML, which of them has the focus, and what was pressed: on a weak signal the code of a form
 * comes after the first tap on it.
 */
export function keepEntries(within: Element, pressed: EventTarget[] = []): KeptEntries {
  const presses = pressed.flatMap((target) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button, label') : null
    return button ? [{ place: buttons(within).indexOf(button), text: button.textContent }] : []
  })
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
      // After the entries have been drawn.
      setTimeout(() => presses.forEach((press) => pressAgain(form, press)))
    },
  }
}

function pressAgain(form: Element, { place, text }: { place: number; text: string | null }): void {
  const button = buttons(form)[place]
  if (button?.textContent === text) button?.click()
}

/** React compares with the value that it has set itself: only the setter of the browser makes the event an entry. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
