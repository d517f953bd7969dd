import { ErrorEvent, type Map as MapLibre } from 'maplibre-gl'

type ProgramCache = MapLibre['painter']['programCache']
type Variant = Parameters<ProgramCache['getProgram']>[0]
type Program = ReturnType<ProgramCache['getProgram']>

/** A program that the browser is compiling. */
interface Compilation {
  variant: Variant
  program: WebGLProgram
  shaders: ReadonlyMap<GLenum, WebGLShader>
  /** By `performance.now()`. */
  started_ms: number
}

/** The browser is asked this often whether programs are compiled. */
const check_ms = 20

/** A map that moves keeps the graphics processor busy: after this time, programs are used without waiting for a pause. */
const patience_ms = 500

/** Takes the place of a program that is not compiled yet. */
const drawsNothing = { draw: () => undefined } as unknown as Program

/** Interrupts the constructor of a program before the step that would wait until it is compiled. */
class Started extends Error {}

const compilations = new WeakMap<MapLibre, ReadonlyMap<string, Compilation>>()

/** Whether parts of a map are missing because their programs are being compiled. */
export const isCompiling = (map: MapLibre): boolean => (compilations.get(map)?.size ?? 0) > 0

/**
 * Compiles a map's shader programs while the page keeps answering presses. MapLibre waits for each program right after
 * starting it, and for everything that the graphics processor still has to draw: up to 110 ms with software drawing. Instead,
 * the constructor of a program is interrupted before it waits, and what the program would draw is left out. Once the graphics
 * processor is idle, the constructor runs again with the compiled program, and the map is drawn again. A program that cannot
 * be compiled is reported as an error of the map.
 */
export function compileInBackground(map: MapLibre): void {
  const gl = map.getCanvas().getContext('webgl2')
  if (gl === null) return
  const constructing = interceptConstructors(gl)
  map.on('webglcontextrestored', () => defer(map, gl, constructing))
  defer(map, gl, constructing)
}

/** Defers the programs of the map's painter; each context has a painter of its own. */
function defer(map: MapLibre, gl: WebGL2RenderingContext, constructing: Constructors): void {
  const cache = map.painter.programCache
  const getProgram = cache.getProgram.bind(cache)
  const completion = gl.getExtension('KHR_parallel_shader_compile')?.COMPLETION_STATUS_KHR
  const compiling = new Map<string, Compilation>()
  const failed = new Set<string>()
  compilations.set(map, compiling)
  /** Signaled once the graphics processor has finished all earlier commands. Null until the map's latest frame has one. */
  let fence: WebGLSync | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const finish = (key: string, compilation: Compilation) => {
    compiling.delete(key)
    try {
      constructing.finish(compilation, () => getProgram(compilation.variant))
    } catch (error) {
      failed.add(key)
      map.fire(new ErrorEvent(error as Error))
    }
  }
  const findCompiled = () =>
    [...compiling].find(
      ([, { program }]) => completion === undefined || gl.getProgramParameter(program, completion) !== false,
    )
  const check = () => {
    if (fence === null) {
      fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
      gl.flush()
    } else if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED) {
      const compiled = findCompiled()
      if (compiled) finish(...compiled)
    }
    timer = compiling.size > 0 ? setTimeout(check, check_ms) : undefined
    if (timer === undefined) map.triggerRepaint()
  }
  map.on('render', () => {
    const [first] = compiling.values()
    if (first && performance.now() - first.started_ms < patience_ms) fence = null
  })
  const stop = () => {
    clearTimeout(timer)
    compiling.clear()
  }
  map.once('remove', stop)
  map.once('webglcontextlost', stop)
  const isMissing = (variant: Variant) => {
    // Each frame asks for hundreds of programs, and mostly none is missing.
    if (compiling.size + failed.size === 0) return false
    const key = keyOf(variant)
    return compiling.has(key) || failed.has(key)
  }
  cache.getProgram = (variant) => {
    if (isMissing(variant)) return drawsNothing
    const started = constructing.start(() => getProgram(variant))
    if (!('shaders' in started)) return started
    compiling.set(keyOf(variant), { ...started, variant, started_ms: performance.now() })
    timer ??= setTimeout(check, check_ms)
    return drawsNothing
  }
}

type Constructors = ReturnType<typeof interceptConstructors>

/** Takes over the calls of a context that make programs; nothing else is changed. */
function interceptConstructors(gl: WebGL2RenderingContext) {
  type Parts = Pick<Compilation, 'program' | 'shaders'>
  let isInterrupted = false
  let compiled: Parts | undefined
  let started: WebGLProgram | undefined
  let shaders = new Map<GLenum, WebGLShader>()
  const real = {
    createProgram: gl.createProgram.bind(gl),
    createShader: gl.createShader.bind(gl),
    shaderSource: gl.shaderSource.bind(gl),
    compileShader: gl.compileShader.bind(gl),
    attachShader: gl.attachShader.bind(gl),
    linkProgram: gl.linkProgram.bind(gl),
  }
  const steps: typeof real = {
    createProgram: () => compiled?.program ?? real.createProgram(),
    createShader: (type) => {
      const shader = compiled?.shaders.get(type) ?? real.createShader(type)
      if (shader !== null) shaders.set(type, shader)
      return shader
    },
    shaderSource: (...values) => compiled ?? real.shaderSource(...values),
    compileShader: (...values) => compiled ?? real.compileShader(...values),
    attachShader: (...values) => compiled ?? real.attachShader(...values),
    linkProgram: (program) => {
      if (compiled) return
      real.linkProgram(program)
      if (!isInterrupted) return
      // Makes the graphics processor link it now, and unlike a query it returns at once.
      gl.validateProgram(program)
      started = program
      throw new Started()
    },
  }
  Object.assign(gl, steps)
  return {
    /** Returns what `construct` returns, or the parts of the program that it has started. */
    start(construct: () => Program): Program | Parts {
      isInterrupted = true
      shaders = new Map()
      try {
        return construct()
      } catch (error) {
        if (!(error instanceof Started)) throw error
        return { program: started!, shaders }
      } finally {
        isInterrupted = false
      }
    },
    /** Runs `construct` with a compiled program. Throws what it throws. */
    finish(parts: Parts, construct: () => Program): void {
      compiled = parts
      try {
        construct()
      } finally {
        compiled = undefined
      }
    },
  }
}

const keyOf = ({ name, programConfiguration, projectionShaderVariant, ...rest }: Variant): string =>
  [
    name,
    programConfiguration?.cacheKey,
    projectionShaderVariant.name,
    rest.showOverdrawInspector,
    rest.useTerrain,
    ...rest.defines,
  ].join(' ')
