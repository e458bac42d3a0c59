/**
 * Runs a server, and connects the runtime to it: they are in different network namespaces, but an open connection can
 * be passed from one process to another. Arguments: the port of the server on 127.0.0.1, its program, and the arguments
 * of that. Each message of the runtime requests a connection; the answer is the connection, or a message without one.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const [port, program = '', ...programArguments] = process.argv.slice(2);
const server = spawn(program, programArguments, { stdio: ['ignore', 'ignore', 'inherit'] });
server.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => server.kill('SIGTERM'));
process.once('disconnect', () => server.kill('SIGTERM'));

process.on('message', () => {
  // Paused: what the server sends is read by the runtime.
  const socket = connect({ host: '127.0.0.1', port: Number(port) }).pause();
  socket.once('connect', () => process.send?.('connected', socket));
  socket.once('error', () => process.send?.('refused'));
});
