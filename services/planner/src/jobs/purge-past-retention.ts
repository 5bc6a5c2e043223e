import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeErasedUsers } from '@walkon/runtime/erased-users'
import { purgeDaily } from '@walkon/runtime/purge-daily'
import type { ServiceDeps } from '@walkon/runtime/service'
import type { Job } from '@walkon/service/jobs'

export const purgePastRetention = (deps: ServiceDeps, days: { adminActions: number }): Job =>
  purgeDaily(deps, [purgeAdminActions(deps, days.adminActions), purgeErasedUsers(deps)])
