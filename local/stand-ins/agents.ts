import { Agent, type Server } from 'node:http';
import { connect } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';

/**
 * Connects to an HTTP server of this process that listens on no address. The stand-ins check no credentials: in this
 * way no other process can send them a request, also if it reads all addresses of the system.
 */
export class InProcessAgent extends Agent {
  private readonly server: Server;

  constructor(server: Server) {
    super();
    this.server = server;
  }

  override createConnection(): Duplex {
    const [client, connection] = duplexPair();
    this.server.emit('connection', connection);
    return client;
  }
}

/** Connects to the address in a URL. */
export class AddressAgent extends Agent {
  readonly port: number;
  private readonly host: string;

  constructor(url: string) {
    super({ keepAlive: true });
    const { hostname, port } = new URL(url);
    this.host = hostname;
    this.port = Number(port) || 80;
  }

  override createConnection(): Duplex {
    return connect({ host: this.host, port: this.port });
  }
}
