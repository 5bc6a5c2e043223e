import { toDestination } from './park.ts'

/** Parks with other clocks, currencies and scripts than those of the United States. */

export const disneylandParis = toDestination({
  id: 'e8d0207f-da8a-4048-bec8-117aa946b2c2',
  name: 'Disneyland Paris',
  slug: 'disneylandparis',
  externalId: 'dlp',
  timezone: 'Europe/Paris',
  queueStyle: 'lightning-lane',
  currency: 'EUR',
  parks: [
    {
      id: 'dae968d5-630d-4719-8b06-3d107e944401',
      name: 'Disneyland Park',
      at: [48.8722, 2.7758],
      rides: {
        'Big Thunder Mountain': 85,
        "Peter Pan's Flight": 60,
        'Star Wars Hyperspace Mountain': 50,
        'Indiana Jones™ et le Temple du Péril': 45,
        'Buzz Lightyear Laser Blast': 40,
        'Phantom Manor': 35,
        'Blanche-Neige et les Sept Nains®': 25,
        'Pirates of the Caribbean': 25,
        'Casey Jr. – le Petit Train du Cirque': 20,
        'Le Pays des Contes de Fées': 15,
        'Le Carrousel de Lancelot': 10,
      },
      walkThroughs: ['La Tanière du Dragon'],
      shows: ['Disney Illuminations'],
      restaurants: ['Auberge de Cendrillon'],
    },
  ],
})

export const tokyoDisneyResort = toDestination({
  id: 'faff60df-c766-4470-8adb-dee78e813f42',
  name: 'Tokyo Disney Resort',
  slug: 'tokyodisneyresort',
  externalId: 'tdr',
  timezone: 'Asia/Tokyo',
  queueStyle: 'lightning-lane',
  currency: 'JPY',
  parks: [
    {
      id: '3cc919f1-d16d-43e0-8c3f-1dd269bd1a42',
      name: 'Tokyo Disneyland',
      at: [35.6329, 139.8804],
      rides: {
        '美女と野獣“魔法のものがたり”': 95,
        'スプラッシュ・マウンテン': 65,
        ベイマックスのハッピーライド: 60,
        プーさんのハニーハント: 60,
        'ビッグサンダー・マウンテン': 55,
        ホーンテッドマンション: 40,
        ピーターパン空の旅: 35,
        空飛ぶダンボ: 30,
        カリブの海賊: 25,
        'イッツ・ア・スモールワールド': 15,
        アリスのティーパーティー: 10,
      },
      walkThroughs: ['シンデレラのフェアリーテイル・ホール'],
      shows: ['ドリームライツ'],
      restaurants: ['れすとらん北齋'],
    },
  ],
})
