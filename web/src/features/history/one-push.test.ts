import { expect, test } from 'vitest'
import { anAlert } from '../../test/samples.ts'
import { withOnePush } from './one-push.ts'

test('an alert that went to several devices is listed once, by the device that did best', () => {
  const alertId = crypto.randomUUID()
  const onPhone = anAlert({ alertId, channel: 'push', state: 'suppressed' })
  const onLaptop = anAlert({ alertId, channel: 'push', state: 'delivered' })
  const onTablet = anAlert({ alertId, channel: 'push', state: 'accepted' })
  const byMail = anAlert({ alertId, channel: 'email', state: 'accepted' })
  const other = anAlert({ channel: 'push', state: 'queued' })

  expect(withOnePush([onPhone, onLaptop, byMail, onTablet, other])).toEqual([onLaptop, byMail, other])
})
