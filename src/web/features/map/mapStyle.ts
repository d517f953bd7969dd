import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { circleAround, type Point } from './geo.ts'

/** The colours of a drawn map, as the theme has them. */
export interface MapColours {
  land: string
  block: string
  edge: string
  water: string
  text: string
  quiet: string
  act: string
}

/** Circles around the place that is searched, each with its words: 5 and 10 minutes on foot. */
export interface WalkRings {
  centre: Point
  rings: readonly { radius_m: number; label: string }[]
}

type Paint = Record<string, unknown>

/** What each layer of the packed basemap is painted with; the rest of its style stays as it is. */
const paints = (colours: MapColours): Record<string, Paint> => {
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

// The packed shores of lakes are off by one to three kilometres: close by they would put parks into the water.
const fadeOut = ['interpolate', ['linear'], ['zoom'], 10.5, 1, 12, 0]

/** The packed basemap, which wears the colours of the theme; a style from elsewhere keeps its own. */
export const isPacked = (style: StyleSpecification): boolean =>
  Object.values(style.sources).some((source) => 'url' in source && source.url === 'pmtiles:///basemap/basemap.pmtiles')

/** A style made ready: in the theme's colours where it is the packed one, addresses whole, and the rings on top. */
export function themeStyle(
  style: StyleSpecification,
  colours: MapColours,
  walk: WalkRings | undefined,
  origin: string,
): StyleSpecification {
  const packed = isPacked(style)
  const paint = paints(colours)
  const layers = packed
    ? style.layers.map((layer) => ({ ...layer, paint: { ...layer.paint, ...paint[layer.id] } }) as LayerSpecification)
    : style.layers
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
      walk: { type: 'geojson', data: ringsOf(walk), tolerance: 0.1 },
    },
    layers: [...layers, ...ringLayers(colours, packed)],
  }
}

function ringsOf(walk: WalkRings | undefined): GeoJSONSourceSpecification['data'] {
  const features = walk?.rings.flatMap(({ radius_m, label }) => {
    const ring = circleAround(walk.centre, radius_m)
    return [
      { type: 'Feature' as const, properties: {}, geometry: { type: 'Polygon' as const, coordinates: [ring] } },
      { type: 'Feature' as const, properties: { label }, geometry: { type: 'Point' as const, coordinates: ring[0]! } },
    ]
  })
  return { type: 'FeatureCollection', features: features ?? [] }
}

function ringLayers(colours: MapColours, withLabels: boolean): LayerSpecification[] {
  const area: LayerSpecification[] = [
    {
      id: 'walk-area',
      type: 'fill',
      source: 'walk',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.act, 'fill-opacity': 0.045 },
    },
    {
      id: 'walk-line',
      type: 'line',
      source: 'walk',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': colours.act, 'line-opacity': 0.45, 'line-width': 1.2, 'line-dasharray': [4, 3] },
    },
  ]
  if (!withLabels) return area
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
        'text-font': ['Noto Sans Medium'],
        'text-size': 11,
        'text-offset': [0, -0.7],
      },
      paint: { 'text-color': colours.act, 'text-halo-color': colours.land, 'text-halo-width': 1.5 },
    },
  ]
}
