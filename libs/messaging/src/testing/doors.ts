import { defineEvent } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { z } from 'zod'
import { emit } from '../emit.ts'

export const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: z.object({ door: z.string(), opening: z.int().default(1) }),
})

export const open = (tx: Transaction, door: string, opening = 1, id?: string) =>
  emit(tx, doorOpened, [{ data: { door, opening }, ...(id !== undefined && { id }) }])
