import { expect, test } from 'vitest'
import { toReference, toShownReference } from './mail-reference.ts'

test('a reference is shown in two halves, and read back as it is stored', () => {
  expect(toShownReference('7K3F9QPM')).toBe('7K3F-9QPM')
  expect(toReference(toShownReference('7K3F9QPM'))).toBe('7K3F9QPM')
})

test.for([
  ' 7k3f-9qpm ',
  '7K3F9QPM',
  '7k3f9qpm',
  '7K3F 9QPM',
  'Ref. 7K3F-9QPM',
  'ref 7k3f9qpm',
  'REF.7K3F-9QPM',
])('a reference is known as “%s”', (typed) => {
  expect(toReference(typed)).toBe('7K3F9QPM')
})

test('letters that look like digits are read as the digits', () => {
  expect(toReference('ILO1-iloA')).toBe('1101110A')
})

test.for(['7K3F-9QP', '7K3F-9QPMX', '7U3F-9QPM', '1234-5678', '4075-5501', '7K3F--9QPM', 're_7K3F9QPM', ''])(
  '“%s” is no reference',
  (typed) => {
    expect(toReference(typed)).toBeNull()
  },
)
