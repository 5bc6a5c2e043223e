import { adminActionRoutes } from '@walkon/runtime/admin-actions'
import type { ServiceDeps } from '@walkon/runtime/service'
import { listWithActs, visitorDeskRoutes } from '@walkon/runtime/visitor-desk'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { dataExportRoutes } from '@walkon/service/data-export'
import type { HttpApp } from '@walkon/service/http'
import { knownAccountsOf } from '../db/accounts/accounts.ts'
import { findRecipients } from '../db/accounts/found-recipients.ts'
import { listOwnNumbers, type ExportedAccount } from '../db/data-export.ts'
import { alertsTodayRoutes } from '../routes/alerts-today.ts'
import { historyRoutes } from '../routes/history.ts'
import { sendRoutes } from '../routes/sends.ts'
import { createAlertCounts } from '../use-cases/alerts/count-alerts.ts'
import { listKeptData } from '../use-cases/alerts/list-kept-data.ts'

/** Registers the history of messages: the caller's, everybody's today, and all that is kept of an account. */
export function registerHistory(app: HttpApp, { db, now }: Pick<ServiceDeps, 'db' | 'now'>): void {
  app.register(historyRoutes, { db })
  app.register(alertsTodayRoutes, { counts: createAlertCounts(db, now) })
  const listed = {
    listDataOf: (visitor: ExportedAccount) => listKeptData(db, visitor),
    listOwnNumbers: (visitor: ExportedAccount) => listOwnNumbers(db, visitor),
  }
  app.register(dataExportRoutes, {
    ...listed,
    listDataOf: (account) => listWithActs(db, account, listed.listDataOf),
  })
  app.register(visitorExportRoutes, { db, now, accounts: knownAccountsOf(db), ...listed })
}

/** Registers the reads of the support desk, of its system room and of the acts of admins. */
export function registerDesk(app: HttpApp, { db, now }: Pick<ServiceDeps, 'db' | 'now'>): void {
  app.register(adminActionRoutes, { db })
  app.register(sendRoutes, { db })
  app.register(visitorDeskRoutes, {
    db,
    now,
    findVisitors: (sought, limit) => findRecipients(db, sought, limit),
    accounts: knownAccountsOf(db),
    listDataOf: (visitor) => listKeptData(db, visitor),
  })
}
