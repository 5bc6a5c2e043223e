import type { Deps } from '@walkon/runtime/service'
import { listWithActs, visitorDeskRoutes } from '@walkon/runtime/visitor-desk'
import { visitorExportRoutes } from '@walkon/runtime/visitor-export'
import { dataExportRoutes } from '@walkon/service/data-export'
import type { HttpApp } from '@walkon/service/http'
import type { Settings } from '../config.ts'
import { knownAccountsOf } from '../db/accounts/accounts.ts'
import { findAssistedAccounts, findBuyers } from '../db/accounts/found-buyers.ts'
import { listDataOf, listOwnNumbers } from '../db/data-export.ts'
import { deskActRoutes } from '../routes/desk-acts.ts'
import { readBuyer } from '../use-cases/desk/read-buyer.ts'

/** Exports a person's data, for themselves and for an admin whom they asked. */
export function registerExports(app: HttpApp, { db, now }: Pick<Deps<Settings>, 'db' | 'now'>): void {
  const listed = {
    listDataOf: (visitor: { email: string; userId: string }) => listDataOf(db, visitor),
    listOwnNumbers: (visitor: { email: string; userId: string }) => listOwnNumbers(db, visitor),
  }
  app.register(dataExportRoutes, {
    ...listed,
    listDataOf: (account) => listWithActs(db, account, listed.listDataOf),
  })
  app.register(visitorExportRoutes, {
    db,
    now,
    accounts: knownAccountsOf(db),
    ...listed,
  })
}

/** Registers the support desk's reads and acts. */
export function registerDesk(app: HttpApp, deps: Deps<Settings>): void {
  const { db, now } = deps
  app.register(deskActRoutes, deps)
  app.register(visitorDeskRoutes, {
    db,
    now,
    findVisitors: (sought, limit) => findBuyers(db, sought, limit),
    findAccounts: (sought, limit) => findAssistedAccounts(db, sought, limit),
    accounts: knownAccountsOf(db),
    listDataOf: (visitor, staff) => readBuyer(deps, staff, visitor),
  })
}
