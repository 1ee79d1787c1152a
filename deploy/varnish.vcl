# mapcoded behind Varnish 6 or 7, which keeps replies as long as --cache-control says.
# Start varnishd with -p backend_idle_timeout=5, as mapcoded closes idle connections after 10 seconds.
vcl 4.1;

backend default {
    .host = "127.0.0.1";
    .port = "8080";
    # Longer than --batch-seconds.
    .first_byte_timeout = 70s;
    .between_bytes_timeout = 70s;
    .probe = {
        .request =
            "GET /mapcode/status HTTP/1.1"
            "Host: mapcoded"
            "Connection: close";
        .interval = 5s;
        .timeout = 2s;
    }
}

sub vcl_backend_response {
    # A client gets a batch while it arrives from mapcoded. Uncacheable replies take no storage.
    set beresp.do_stream = true;
}
