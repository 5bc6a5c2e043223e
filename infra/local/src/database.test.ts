import { databaseUrl } from '@walkon/testing/database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantReading, prepareDatabase } from './database.ts'

const PASSWORD = 'for-tests'
let urls: Record<string, string>

beforeAll(async () => {
  urls = await prepareDatabase(inject('databaseUrl'), PASSWORD, ['local_one', 'local_two'])
})

const connections: postgres.Sql[] = []
afterAll(() => Promise.all(connections.map((sql) => sql.end())))

function connectAs(schema: string): postgres.Sql {
  const sql = postgres(urls[schema] ?? '', {
    max: 1,
    connection: { search_path: schema },
    onnotice: () => {},
  })
  connections.push(sql)
  return sql
}

test('each part makes its tables in its own schema', async () => {
  const one = connectAs('local_one')
  await one`create table if not exists secrets (word text)`

  const everywhere = postgres(databaseUrl(inject('databaseUrl'), 'walkon'), { max: 1, onnotice: () => {} })
  connections.push(everywhere)
  expect(await everywhere`select schemaname from pg_tables where tablename = 'secrets'`).toMatchObject([
    { schemaname: 'local_one' },
  ])
})

test('no part reads, writes or adds to what is another’s', async () => {
  await connectAs('local_one')`create table if not exists secrets (word text)`
  const two = connectAs('local_two')

  await expect(two`select * from local_one.secrets`).rejects.toThrow('permission denied')
  await expect(two`create table local_one.theirs ()`).rejects.toThrow('permission denied')
  await expect(two`create schema elsewhere`).rejects.toThrow('permission denied')
  await expect(two`create table public.anyones ()`).rejects.toThrow('permission denied')
})

test('preparing once more changes nothing and keeps what is there', async () => {
  const one = connectAs('local_one')
  await one`create table if not exists kept (word text)`
  await one`insert into kept values ('here')`

  expect(await prepareDatabase(inject('databaseUrl'), PASSWORD, ['local_one', 'local_two'])).toEqual(urls)

  expect(await one`select word from kept limit 1`).toEqual([{ word: 'here' }])
})

test('a reader sees the tables of the schemas that it was granted, those made later too, and changes none', async () => {
  const owner = connectAs('local_one')
  await owner`create table if not exists before (word text)`
  const database = 'walkon'
  const reader = { role: 'local_reader', password: "a 'quoted' word", database, schemas: ['local_one'] }
  await grantReading(inject('databaseUrl'), reader)
  await owner`create table if not exists later (word text)`

  const url = Object.assign(new URL(databaseUrl(inject('databaseUrl'), database)), {
    username: reader.role,
    password: reader.password,
  })
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  connections.push(sql)
  expect(await sql`select * from local_one.before`).toEqual([])
  expect(await sql`select * from local_one.later`).toEqual([])
  await expect(sql`insert into local_one.later values ('mine')`).rejects.toThrow('permission denied')
  await expect(sql`create table local_one.theirs ()`).rejects.toThrow('permission denied')
  const two = connectAs('local_two')
  await two`create table if not exists secrets (word text)`
  await expect(sql`select * from local_two.secrets`).rejects.toThrow('permission denied')
})
