import { connectHeld } from './held-database.ts'

export function connectPlanner(dataDir: string) {
  const planner = connectHeld(dataDir, 'planner')
  const { sql } = planner
  return {
    ...planner,
    /** Lets the invitations of an account to Lightning Lane Assist end now, in place of a wait of a day. */
    async expireInvitations(userId: string): Promise<void> {
      await sql`update planner.lane_invitations set expires_at = now() where user_id = ${userId}`
    },
    /** Runs this while the alerts and preferences of an account are locked. */
    async holdWishes(userId: string, whileHeld: () => Promise<void>): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`select from planner.restaurant_alerts where user_id = ${userId} for update`
        await tx`select from planner.lane_preferences where user_id = ${userId} for update`
        await whileHeld()
      })
    },
  }
}
