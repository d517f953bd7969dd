import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { BasemapColours } from './basemapColours.ts'
import { circleAround, type Point } from './geo.ts'
import { searchedStreetLayer, streetLayers, streetNameLayers } from './streets.ts'

/** The style to draw under the pins. */
export interface BaseStyle {
  style: StyleSpecification
  isHosted: boolean
}

/** Whether a response is a MapLibre style: version 8, with sources and layers. */
export function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  const { version, sources, layers } = value as Partial<StyleSpecification>
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers) && layers.length > 0
}

/** Labelled circles around the searched place: 5 and 10 minutes on foot. */
export interface WalkRings {
  centre: Point
  rings: readonly { radius_m: number; label: string }[]
}

type Paint = Record<string, unknown>

/** Paint properties of each layer of the bundled basemap; the rest of its style is unchanged. */
const paints = (colours: BasemapColours): Record<string, Paint> => {
  const text = (color: string): Paint => ({ 'text-color': color, 'text-halo-color': colours.land })
  return {
    sea: { 'background-color': colours.water },
    land: { 'fill-color': colours.land },
    urban: { 'fill-color': colours.block },
    lakes: { 'fill-color': colours.water, 'fill-opacity': fadeOut },
    'lakes-hi': { 'fill-color': colours.water, 'fill-opacity': fadeOut },
    'lake-islands': { 'fill-color': colours.land, 'fill-opacity': fadeOut },
    rivers: { 'line-color': colours.water, 'line-opacity': fadeOut },
    rail: { 'line-color': colours.edge },
    states: { 'line-color': colours.edge },
    boundaries: { 'line-color': colours.quiet },
    airports: text(colours.quiet),
    stations: text(colours.quiet),
    stadiums: text(colours.quiet),
    places: text(colours.text),
    'places-world': text(colours.quiet),
  }
}

// The bundled lake shores are off by one to three kilometres; at high zoom levels car parks would be in the water.
const fadeOut = ['interpolate', ['linear'], ['zoom'], 10.5, 1, 12, 0]

/**
 * Prepares a style: theme colours and streets for the packed map, with the named street marked, absolute addresses, and
 * the walking rings on top. A hosted style keeps its own colours, and its streets have no names that we know.
 */
export function themeStyle(
  { style, isHosted }: BaseStyle,
  colours: BasemapColours,
  walkRings: WalkRings | undefined,
  origin: string,
  street?: string,
): StyleSpecification {
  const paint = paints(colours)
  const layers = isHosted
    ? style.layers
    : withStreets(
        style.layers.map(
          (layer) => ({ ...layer, paint: { ...layer.paint, ...paint[layer.id] } }) as LayerSpecification,
        ),
        colours,
        street,
      )
  return {
    ...style,
    ...(style.glyphs?.startsWith('/') && { glyphs: origin + style.glyphs }),
    sources: {
      ...Object.fromEntries(
        Object.entries(style.sources).map(([name, source]) => [
          name,
          'url' in source && typeof source.url === 'string'
            ? { ...source, url: source.url.replace('pmtiles:///', `pmtiles://${origin}/`) }
            : source,
        ]),
      ),
      walk: { type: 'geojson', data: ringsOf(walkRings), tolerance: 0.1 },
    },
    layers: [...layers, ...ringLayers(colours, fontOf(layers))],
  }
}

/** Adds the packed streets under the first line or label of the basemap and their names under its labels. */
function withStreets(
  layers: readonly LayerSpecification[],
  colours: BasemapColours,
  street: string | undefined,
): LayerSpecification[] {
  const ground = layers.findIndex(({ id }) => id === 'rail')
  const labels = layers.findIndex(({ type }) => type === 'symbol')
  return [
    ...layers.slice(0, ground),
    ...streetLayers(colours),
    ...(street === undefined ? [] : [searchedStreetLayer(street, colours)]),
    ...layers.slice(ground, labels),
    ...streetNameLayers(colours),
    ...layers.slice(labels),
  ]
}

function ringsOf(walkRings: WalkRings | undefined): GeoJSONSourceSpecification['data'] {
  const features = walkRings?.rings.flatMap(({ radius_m, label }) => {
    const ring = circleAround(walkRings.centre, radius_m)
    return [
      { type: 'Feature' as const, properties: {}, geometry: { type: 'Polygon' as const, coordinates: [ring] } },
      { type: 'Feature' as const, properties: { label }, geometry: { type: 'Point' as const, coordinates: ring[0]! } },
    ]
  })
  return { type: 'FeatureCollection', features: features ?? [] }
}

/** A font that the style's glyphs include; undefined when it has no labels. */
function fontOf(layers: readonly LayerSpecification[]): string[] | undefined {
  for (const { layout } of layers.filter(({ type }) => type === 'symbol')) {
    const font = (layout as { 'text-font'?: unknown } | undefined)?.['text-font']
    if (Array.isArray(font) && font.every((name) => typeof name === 'string') && font[0] !== 'literal') return font
  }
  return undefined
}

function ringLayers(colours: BasemapColours, font: string[] | undefined): LayerSpecification[] {
  const area: LayerSpecification[] = [
    {
      id: 'walk-area',
      type: 'fill',
      source: 'walk',
      filter: ['==', ['geometry-type'], 'Polygon'],
      // Without a soft edge, which is drawn by a program of its own: the line is its edge.
      paint: { 'fill-color': colours.act, 'fill-opacity': 0.045, 'fill-antialias': false },
    },
    {
      id: 'walk-line',
      type: 'line',
      source: 'walk',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': colours.act, 'line-opacity': 0.4, 'line-width': 1.2 },
    },
  ]
  if (font === undefined) return area
  return [
    ...area,
    {
      id: 'walk-words',
      type: 'symbol',
      source: 'walk',
      minzoom: 13,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 11,
        'text-offset': [0, -0.7],
      },
      paint: { 'text-color': colours.act, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
    },
  ]
}
