import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A server of one node, on the loopback interface: Server HOME PORT. */
class Server extends Node {
	Server(Settings settings) {
		super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "one"),
		      List.of(Netty4Plugin.class), false);
	}

	private void end() {
		try {
			close();
		} catch (IOException e) {
			System.err.println(e);
		}
	}

	public static void main(String[] args) throws Exception {
		Server server = new Server(Settings.builder()
		        .put("path.home", args[0])
		        .put("cluster.name", "monread")
		        .put("discovery.type", "single-node")
		        .put("network.host", "127.0.0.1")
		        .put("http.type", "netty4")
		        .put("http.port", args[1])
		        .put("transport.type", "netty4")
		        .put("transport.port", "0")
		        .build());
		Runtime.getRuntime().addShutdownHook(new Thread(server::end));
		server.start();
		Thread.currentThread().join();
	}
}
