import type { Handler } from '@walkon/messaging/inbox'
import type { SenderDeps } from './jobs/senders.ts'
import type { ReplyDeps } from './use-cases/apply-reply.ts'
import { planTextRulesOf, pushRulesOf } from './use-cases/channel-rules.ts'
import { onAlertTriggered } from './consumers/alert-triggered.ts'
import { onNotificationRequested } from './consumers/notification-requested.ts'
import { onPassActivated } from './consumers/pass-activated.ts'
import { onPlanCoverageChanged } from './consumers/plan-coverage-changed.ts'
import { onPlanEnded } from './consumers/plan-ended.ts'
import { onSubscriptionErased } from './consumers/subscription-erased.ts'
import { onSubscriptionMoved } from './consumers/subscription-moved.ts'
import { onUserAddressChanged } from './consumers/user-address-changed.ts'
import { onUserConfirmed } from './consumers/user-confirmed.ts'
import { onUserDeleted } from './consumers/user-deleted.ts'
import { onUserLinksEnded } from './consumers/user-links-ended.ts'
import { onUserNotificationRequested } from './consumers/user-notification-requested.ts'

/** The events heard, and what follows from each. */
export const toHandlers = (
  { settings, log, now }: SenderDeps,
  { texts, links }: Pick<ReplyDeps, 'texts' | 'links'>,
): Handler[] => [
  onAlertTriggered({
    expiryMinutes: settings.DELIVERY_EXPIRY_MINUTES,
    texts,
    planTexts: { perMonth: planTextRulesOf(settings).perMonth, now },
    links,
    pushes: pushRulesOf(settings),
    log,
  }),
  onNotificationRequested({ texts, links, log }),
  onPassActivated({ texts, links, log }),
  onPlanCoverageChanged(),
  onPlanEnded(),
  onUserNotificationRequested({ pushes: pushRulesOf(settings), log }),
  onUserConfirmed({ pushes: pushRulesOf(settings), log }),
  onUserDeleted({ now }),
  onUserLinksEnded,
  onSubscriptionErased(),
  onSubscriptionMoved(),
  onUserAddressChanged({ pushes: pushRulesOf(settings), now, log }),
]
