import { expect, test } from 'vitest'
import { toDrawableName } from './drawable-name.ts'

test.for<[string, string]>([
  ['Space Mountain', 'Space Mountain'],
  ['Łąka Żółwi', 'Łąka Żółwi'],
  ['Işık Treni', 'Işık Treni'],
  ['Vị trí ẩn', 'Vi trí an'],
  ['Ştefan\u200b Ｔｒａｉｎ ★', 'Ştefan Train'],
])('%s is drawn as %s', ([name, drawn]) => {
  expect(toDrawableName(name)).toBe(drawn)
})

test.for([
  '空飛ぶダンボ',
  '飞越地平线',
  '스페이스',
  'Ολυμπία',
  'Молния',
  'قطار',
  'רכבת',
  'รถไฟ',
  'Ride 空',
  '★',
])('%s cannot be drawn', (name) => {
  expect(toDrawableName(name)).toBeNull()
})
