using System;

namespace Voltline
{
    /// <summary>Sends one request to the server and calls back when it is done.</summary>
    public interface IVoltlineTransport
    {
        /// <param name="jsonBody">The body of a POST, or null for a GET.</param>
        /// <param name="done">Status and body; status 0 without a response.</param>
        void Send(string url, string apiKey, string jsonBody, Action<int, string> done);
    }
}
