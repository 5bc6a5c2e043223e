import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The focus moves in an effect, after what it moves to is drawn. */
export const expectFocusOn = (element: Element | null | undefined): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(element))
