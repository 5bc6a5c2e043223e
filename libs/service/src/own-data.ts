import type { DataExport } from '@walkon/contracts/http/data-export'
import { maskAddress, maskNumber } from '@walkon/contracts/mask'

/** The owner of the data: the address that was proven, and the numbers that its owner chose or entered while proven. */
export type DataOwner = { email: string; numbers: string[] }

/** No address is longer than 254: without that bound, a long text is read to its end from each of its characters. */
const ADDRESS = /[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]{1,254}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** E.164, wherever it stands in a text. */
const NUMBER = /\+[1-9]\d{6,14}(?!\d)/g

/**
 * Masks every address and number that is not the owner's, in any field or text. It may belong to a friend whom the owner invited, or to a
 * stranger who ordered with the owner's address (docs/decisions/exports-name-nobody-else.md).
 */
export const maskOthers = (data: DataExport, owner: DataOwner): DataExport =>
  Object.fromEntries(
    Object.entries(data).map(([name, records]) => [
      name,
      records.map((record) =>
        Object.fromEntries(Object.entries(record).map(([field, value]) => [field, maskIn(value, owner)])),
      ),
    ]),
  )

function maskIn(value: unknown, owner: DataOwner): unknown {
  if (typeof value === 'string') return maskInText(value, owner)
  if (Array.isArray(value)) return value.map((item) => maskIn(item, owner))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskIn(inner, owner)]))
}

const maskInText = (text: string, { email, numbers }: DataOwner): string =>
  text
    .replaceAll(ADDRESS, (found) => (found.toLowerCase() === email ? found : maskAddress(found)))
    .replaceAll(NUMBER, (found) => (numbers.includes(found) ? found : maskNumber(found)))
