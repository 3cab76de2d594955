// Runs in every page of the browser shell before the app's code, and makes `window.bridge` behave as Electron's: values
// are copied by structured clone both ways, and exposed objects are frozen. From Electron's source:
// electron_api_ipc_renderer.cc, SerializeV8Value; electron_api_context_bridge.cc, PassValueToOtherContext and
// DeepFreeze. Unlike Electron, copies are frozen too, to expose a page that changes an answer.
;(() => {
  const define = Object.defineProperty
  Object.defineProperty = (target, key, descriptor) => {
    if (target !== window || key !== 'bridge') return define(target, key, descriptor)
    Object.defineProperty = define
    return define(target, key, { ...descriptor, value: asElectron(descriptor.value) })
  }

  function asElectron(bridge) {
    return Object.freeze({
      ...bridge,
      call: async (name, input) => {
        // outside any catch of the page: a call that Electron refuses becomes a console error
        const sent = copied(`call ${name}`, input)
        return copied(`answer to ${name}`, await bridge.call(name, sent))
      },
      on: (name, listener) => bridge.on(name, (payload) => listener(copied(`event ${name}`, payload))),
      importDropped: async (file) => copied('answer to an import', await bridge.importDropped(file)),
    })
  }

  function copied(what, value) {
    try {
      return frozen(structuredClone(value))
    } catch (cause) {
      console.error(`bridge: ${what} cannot be copied: ${cause}`)
      throw cause
    }
  }

  function frozen(value) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
    return value
  }
})()
