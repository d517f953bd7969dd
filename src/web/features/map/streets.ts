import type { ExpressionSpecification, LayerSpecification, Map as MapLibre } from 'maplibre-gl'
import type { BasemapColours } from './basemapColours.ts'

/** Layers of the packed streets (data/streets), to be drawn under the labels of the basemap. */
export function streetLayers(colours: BasemapColours): LayerSpecification[] {
  return [
    { id: 'parks', type: 'fill', ...layer('parks'), paint: { 'fill-color': colours.park } },
    { id: 'street-water', type: 'fill', ...layer('water'), paint: { 'fill-color': colours.water } },
    {
      id: 'paths',
      type: 'line',
      ...layer('roads'),
      minzoom: 14,
      filter: isPath,
      paint: { 'line-color': colours.roadEdge, 'line-width': 1, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'street-edges',
      type: 'line',
      ...layer('roads'),
      minzoom: 12,
      filter: ['!', isPath],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': byClass(colours.motorwayEdge, colours.mainRoadEdge, colours.roadEdge),
        'line-width': widthOf(1.6),
      },
    },
    {
      id: 'streets',
      type: 'line',
      ...layer('roads'),
      filter: ['!', isPath],
      // Larger roads are drawn over smaller ones.
      layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': importance },
      paint: { 'line-color': byClass(colours.motorway, colours.mainRoad, colours.road), 'line-width': widthOf(0) },
    },
  ]
}

/** The street of this name, marked along its whole length, to be drawn over the others and under the labels. */
export const searchedStreetLayer = (name: string, colours: BasemapColours): LayerSpecification => ({
  id: 'searched-street',
  type: 'line',
  ...layer('roads'),
  filter: ['all', ['==', ['get', 'name'], name], ['!', isPath]],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': colours.act, 'line-opacity': 0.55, 'line-width': widthOf(2.5) },
})

/** Names of streets and parks, to be drawn over the streets. */
export function streetNameLayers(colours: BasemapColours): LayerSpecification[] {
  const halo = { 'text-halo-color': colours.land, 'text-halo-width': 1.4 }
  return [
    {
      id: 'street-names',
      type: 'symbol',
      ...layer('roads'),
      minzoom: 12,
      filter: ['all', ['has', 'name'], ['!', isPath]],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 260,
        'symbol-sort-key': ['-', importance],
        'text-field': ['get', 'name'],
        'text-font': ['Noto Sans Regular'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 9.5, 16, 12.5],
      },
      paint: { 'text-color': colours.text, ...halo },
    },
    {
      id: 'park-names',
      type: 'symbol',
      ...layer('parks'),
      minzoom: 14,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Noto Sans Regular'],
        'text-size': 10.5,
        'text-max-width': 7,
      },
      paint: { 'text-color': colours.quiet, ...halo },
    },
  ]
}

/** From this zoom level on a map without streets is no help. */
const streetZoom = 12

/** Whether the map is close enough for streets and shows none. */
export const lacksStreets = (map: MapLibre): boolean =>
  map.getZoom() >= streetZoom && map.queryRenderedFeatures({ layers: ['streets'] }).length === 0

const layer = (name: 'roads' | 'water' | 'parks') => ({ source: 'streets', 'source-layer': name })

const isPath: ExpressionSpecification = ['==', ['get', 'class'], 'path']

const byClass = (motorway: string, main: string, other: string): ExpressionSpecification => [
  'match',
  ['get', 'class'],
  ['motorway', 'trunk'],
  motorway,
  ['primary', 'secondary'],
  main,
  other,
]

const importance: ExpressionSpecification = [
  'match',
  ['get', 'class'],
  'motorway',
  7,
  'trunk',
  6,
  'primary',
  5,
  'secondary',
  4,
  'tertiary',
  3,
  'residential',
  2,
  1,
]

/** Width relative to a residential street; ramps (`link`) are narrower. */
const relativeWidth: ExpressionSpecification = [
  '*',
  ['case', ['has', 'link'], 0.45, 1],
  [
    'match',
    ['get', 'class'],
    'motorway',
    2.4,
    'trunk',
    2.2,
    'primary',
    2,
    'secondary',
    1.7,
    'tertiary',
    1.35,
    'service',
    0.55,
    1,
  ],
]

/** Width in px of a residential street, by zoom level. */
const streetWidths = [
  [10, 0.3],
  [12, 0.8],
  [14, 2.4],
  [16, 6.5],
  [18, 20],
] as const

/** Line width in px by zoom level and class, plus `edge_px` on both sides together. */
const widthOf = (edge_px: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  ...streetWidths.flatMap(([zoom, width]): [number, ExpressionSpecification] => [
    zoom,
    ['+', edge_px, ['*', width, relativeWidth]],
  ]),
]
