/**
 * Who may import whom. Every rule states why, and is the message a developer sees.
 * Run: npm run check.  @type {import('dependency-cruiser').IConfiguration}
 */
const TEST = '\\.test\\.tsx?$'
const CONTRACT_SUITE = '\\.contract(-(log|member|shop))?\\.ts$'

/** What each lib may import of the others; docs/architecture.md draws it. */
const LIBS = {
  contracts: [],
  postgres: [],
  service: ['contracts'],
  messaging: ['contracts', 'service'],
  runtime: ['contracts', 'service', 'messaging'],
  testing: ['contracts', 'service', 'messaging', 'runtime', 'postgres'],
}

export default {
  forbidden: [
    {
      name: 'services-meet-in-contracts',
      comment: 'A service knows another only by its events and HTTP shapes in libs/contracts.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'libs-stand-below-services',
      comment: 'A lib that needs a service is part of that service.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|tests|infra)/' },
    },
    ...Object.entries(LIBS).map(([lib, lower]) => ({
      name: `libs-flow-one-way-from-${lib}`,
      comment: 'A lib imports those below it; what two of them need of each other belongs in the lower one.',
      severity: 'error',
      from: { path: `^libs/${lib}/`, pathNot: [TEST, CONTRACT_SUITE] },
      to: { path: '^libs/', pathNot: [lib, ...lower].map((name) => `^libs/${name}/`) },
    })),
    {
      name: 'libs-are-listed',
      comment: 'Another lib needs a decision record, and its place in the order of LIBS.',
      severity: 'error',
      from: { path: '^libs/', pathNot: Object.keys(LIBS).map((name) => `^libs/${name}/`) },
      to: {},
    },
    {
      name: 'contracts-need-only-zod',
      comment: 'Every part of the system, the browser too, loads the contracts.',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: TEST },
      to: { pathNot: ['^libs/contracts/src/', '/node_modules/zod/'] },
    },
    {
      name: 'http-shapes-are-small',
      comment: 'The browser loads HTTP shapes: they are written in zod/mini, and events stay on the server.',
      severity: 'error',
      from: { path: '^libs/contracts/src/(http/|values\\.ts)' },
      to: { path: ['^libs/contracts/src/(events/|event\\.ts|letter\\.ts)', '/node_modules/zod/index\\.'] },
    },
    {
      name: 'web-loads-no-events',
      comment: 'Event schemas are written in classic zod, which costs the browser 26 kB.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: ['^libs/contracts/src/(events/|event\\.ts|letter\\.ts)', '/node_modules/zod/index\\.'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-sees-only-contracts',
      comment: 'The browser gets no server code.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(services|libs/(?!contracts/))' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules are plain functions of their arguments: no database, broker, framework, environment or Node module.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: TEST },
      to: {
        pathNot: [
          '^services/[^/]+/src/domain/',
          '^libs/contracts/src/',
          // A rule of several services. It cannot be a contract, because it needs a library beside zod.
          '^libs/service/src/park-day\\.ts$',
          '^libs/service/src/provider-failure\\.ts$',
          // Tables and arithmetic without a side effect.
          '/node_modules/(temporal-polyfill|unhomoglyph)/',
        ],
      },
    },
    {
      name: 'only-db-reads-tables',
      comment: 'Queries live in db/, where each has a name.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: [TEST, '/src/db/', '/src/testing/'] },
      to: { path: ['/node_modules/(drizzle-orm|postgres)/', '/src/db/schema\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-main-opens-connections',
      comment: 'Parts get what they need as arguments, so that tests can give them something else.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/', pathNot: ['/src/(main|migrate)\\.ts$', '/src/commands/', TEST] },
      to: {
        path: [
          '^libs/messaging/src/(kafka-log|postgres-log)\\.ts$',
          '^libs/runtime/src/deployed\\.ts$',
          '^libs/service/src/(postgres|redis-cache)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-home-per-client',
      comment: 'kafkajs is known to libs/messaging alone and ioredis to libs/service alone, so either can be replaced there.',
      severity: 'error',
      from: { pathNot: ['^libs/(messaging|service)/', '^tests/'] },
      to: { path: '/node_modules/(kafkajs|ioredis)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-main',
      comment: 'main.ts runs; what others need of it belongs in app.ts.',
      severity: 'error',
      from: {},
      to: { path: '/src/(main|migrate)\\.tsx?$' },
    },
    {
      name: 'only-use-cases-emit',
      comment:
        'Who publishes an event is answered by one room. The claim of alert-evaluator writes its outbox rows in the same statement (docs/decisions/use-cases.md).',
      severity: 'error',
      from: { path: '^services/', pathNot: [TEST, '^services/[^/]+/src/(use-cases|testing)/'] },
      to: { path: ['^libs/messaging/src/emit\\.ts$', '^libs/runtime/src/request-letter\\.ts$'] },
    },
    {
      name: 'use-cases-know-no-http',
      comment: 'A use case is called by routes, consumers and jobs; it knows neither of them nor fastify.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/use-cases/', pathNot: TEST },
      to: { path: ['^services/[^/]+/src/(routes|consumers|jobs|http|commands)/', '/node_modules/@?fastify', '^libs/service/src/http\\.ts$'] },
    },
    {
      name: 'db-only-queries',
      comment: 'A query decides nothing and emits no event: use cases join queries, rules and events.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/db/', pathNot: TEST },
      to: { path: '^services/[^/]+/src/(use-cases|routes|consumers|jobs|http|clients|channels|commands)/' },
    },
    {
      name: 'commands-are-roots',
      comment: 'What an operator runs is a composition root like main; what others need of it is a use case.',
      severity: 'error',
      from: { pathNot: ['^services/[^/]+/src/commands/', TEST] },
      to: { path: '^services/[^/]+/src/commands/' },
    },
    {
      name: 'in-and-out-do-not-mix',
      comment: 'Routes, consumers and jobs share use cases, never by calling each other.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(routes|consumers|jobs)/', pathNot: TEST },
      to: { path: '^services/[^/]+/src/(routes|consumers|jobs)/' },
    },
    {
      name: 'features-do-not-know-each-other',
      comment: 'Pages bring features together.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-flows-one-way',
      comment: 'pages → features → ui and lib.',
      severity: 'error',
      from: { path: '^web/src/(features|ui|lib)/' },
      to: { path: '^web/src/(pages|routes)' },
    },
    {
      name: 'web-lib-stands-below-features',
      comment: 'lib has what several features share; code that needs one of them is part of it.',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: TEST },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'A component in ui/ could be in any app.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^(web/src/(features|lib)/|libs/)' },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { pathNot: [TEST, CONTRACT_SUITE, '/src/testing/', '^tests/', '^libs/testing/', '^web/src/test/'] },
      to: { path: [TEST, '^libs/testing/', '^web/src/test/', '/node_modules/(vitest|msw)/'] },
    },
    {
      name: 'sandbox-is-unknown',
      comment: 'The product reaches the stand-ins by the base URLs in its settings, as it reaches the real providers.',
      severity: 'error',
      from: { path: '^(services|libs|web)/', pathNot: [TEST, '/src/testing/'] },
      to: { path: '^infra/sandbox/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.config\\.(ts|mjs)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'], extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
}
