import { toDestination } from './park.ts'

const eastern = { timezone: 'America/New_York', queueStyle: 'plain' } as const
const pacific = { timezone: 'America/Los_Angeles', queueStyle: 'plain' } as const

export const magicMountain = toDestination({
  ...pacific,
  id: '17e01e63-d22f-414f-b65b-1786acbd918c',
  name: 'Six Flags Magic Mountain',
  slug: 'six-flags-magic-mountain',
  externalId: 'sixflags_destination_SFMM',
  parks: [
    {
      id: 'c6073ab0-83aa-4e25-8d60-12c8f25684bc',
      name: 'Six Flags Magic Mountain',
      at: [34.4254, -118.5972],
      rides: {
        X2: 80,
        'West Coast Racers': 60,
        Tatsu: 55,
        'Twisted Colossus': 55,
        'Full Throttle': 50,
        'Wonder Woman Flight of Courage': 50,
        Goliath: 45,
        "The Riddler's Revenge": 35,
        Viper: 30,
        Apocalypse: 30,
        'New Revolution': 25,
        Ninja: 20,
        'Gold Rusher': 20,
        'Justice League: Battle for Metropolis': 20,
      },
      walkThroughs: ['Grand Carousel'],
    },
  ],
})

export const cedarPoint = toDestination({
  ...eastern,
  id: 'ee2ec4b5-3bc3-403c-9e30-7fa607e6311e',
  name: 'Cedar Point',
  slug: 'cedar-point',
  externalId: 'sixflags_destination_CP',
  parks: [
    {
      id: 'c8299e1a-0098-4677-8ead-dd0da204f8dc',
      name: 'Cedar Point',
      at: [41.4814, -82.6863],
      rides: {
        'Top Thrill 2': 95,
        'Steel Vengeance': 85,
        'Millennium Force': 70,
        Maverick: 65,
        'Siren’s Curse': 65,
        Valravn: 45,
        Raptor: 40,
        GateKeeper: 30,
        'Magnum XL-200': 25,
        Rougarou: 25,
        Gemini: 20,
        'Blue Streak': 20,
        'Iron Dragon': 15,
      },
      walkThroughs: ['Cedar Downs Racing Derby'],
    },
  ],
})

export const seaWorldOrlando = toDestination({
  ...eastern,
  id: '643e837e-b244-4663-8d3a-148c26ecba9c',
  name: 'SeaWorld Parks and Resorts Orlando',
  slug: 'seaworldorlandoresort',
  externalId: 'seaworldorlandoresort',
  parks: [
    {
      id: '27d64dee-d85e-48dc-ad6d-8077445cd946',
      name: 'SeaWorld Orlando',
      at: [28.4114, -81.4617],
      rides: {
        'Penguin Trek': 55,
        Mako: 45,
        'Pipeline: The Surf Coaster': 45,
        Manta: 40,
        'Ice Breaker': 40,
        Kraken: 35,
        'Infinity Falls': 35,
        'Journey To Atlantis': 35,
        "Super Grover's Box Car Derby": 20,
        "Abby's Flower Tower": 10,
      },
      walkThroughs: ['Shark Encounter', 'Manatee Rehabilitation Area'],
      shows: ['Orca Encounter'],
    },
  ],
})

export const buschGardensTampa = toDestination({
  ...eastern,
  id: '1d92560c-474f-4425-906d-e9dd2f2da6ca',
  name: 'Busch Gardens Tampa',
  slug: 'buschgardenstampa',
  externalId: 'buschgardenstampa',
  parks: [
    {
      id: 'fc40c99a-be0a-42f4-a483-1e939db275c2',
      name: 'Busch Gardens Tampa',
      at: [28.0372, -82.4215],
      rides: {
        'Iron Gwazi': 60,
        'Phoenix Rising': 50,
        'Cheetah Hunt': 45,
        'Congo River Rapids': 45,
        Tigris: 40,
        SheiKra: 40,
        Montu: 35,
        Kumba: 30,
        'Cobra’s Curse': 30,
        'Falcon’s Fury': 25,
        'Serengeti Flyer': 25,
        Scorpion: 20,
      },
      walkThroughs: ['Edge of Africa'],
      noQueue: ['Serengeti Express'],
    },
  ],
})

export const knottsBerryFarm = toDestination({
  ...pacific,
  id: 'b1444147-b93a-4f73-b12d-28f9b1f7ec7c',
  name: "Knott's Berry Farm",
  slug: 'knotts-berry-farm',
  externalId: 'sixflags_destination_KB',
  parks: [
    {
      id: '0a6123bb-1e8c-4b18-a2d3-2696cf2451f5',
      name: "Knott's Berry Farm",
      at: [33.8443, -118.0003],
      rides: {
        GhostRider: 70,
        HangTime: 50,
        Xcelerator: 50,
        'Silver Bullet': 40,
        'Timber Mountain Log Ride': 40,
        'Calico River Rapids': 40,
        'Calico Mine Ride': 30,
        'Pony Express': 30,
        'Jaguar!': 25,
        'Supreme Scream': 25,
        'Coast Rider': 25,
        'Sierra Sidewinder': 20,
        'Knott’s Bear-y Tales: Return to the Fair': 15,
      },
      walkThroughs: ['Western Trails Museum'],
      noQueue: ['Calico Railroad'],
    },
  ],
})

export const greatAdventure = toDestination({
  ...eastern,
  id: '8d8e39eb-4b0a-48b9-ac67-444dd6e97519',
  name: 'Six Flags Great Adventure',
  slug: 'six-flags-great-adventure',
  externalId: 'sixflags_destination_GADV',
  parks: [
    {
      id: '556f0126-8082-4b66-aeee-1e3593fed188',
      name: 'Six Flags Great Adventure',
      at: [40.1378, -74.4407],
      rides: {
        'El Toro': 70,
        'THE FLASH: Vertical Velocity': 65,
        Nitro: 50,
        'Jersey Devil Coaster': 50,
        'Batman: The Ride': 40,
        Medusa: 35,
        'Superman: Ultimate Flight': 35,
        'THE JOKER': 35,
        'Skull Mountain': 30,
        'Runaway Mine Train': 25,
        'Justice League: Battle for Metropolis': 20,
        'Dare Devil Dive': 15,
      },
      walkThroughs: ['Carousel'],
    },
  ],
})
