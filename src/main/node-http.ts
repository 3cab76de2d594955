/**
 * Node's HTTP without its facade as a module. An import reads every export, and `WebSocket` among them loads undici: about
 * 25 ms of a start.
 */
export const { createServer, request } = process.getBuiltinModule('node:http')
